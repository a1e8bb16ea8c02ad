import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function LinkActionsPage() {
  return <PageHeader title={m.route_link_actions()} />;
}
