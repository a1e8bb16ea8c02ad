import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ProjectReportPage() {
  return <PageHeader title={m.route_project_breakdown()} />;
}
