import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ReportsPage() {
  return <PageHeader title={m.route_reports()} />;
}
