import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ApprovalsPage() {
  return <PageHeader title={m.route_approvals()} />;
}
