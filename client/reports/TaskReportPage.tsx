import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function TaskReportPage() {
  return <PageHeader title={m.route_task_breakdown()} />;
}
