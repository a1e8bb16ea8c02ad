import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function DashboardPage() {
  return <PageHeader title={m.route_dashboard()} />;
}
