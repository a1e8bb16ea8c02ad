import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ProjectsPage() {
  return <PageHeader title={m.route_projects()} />;
}
