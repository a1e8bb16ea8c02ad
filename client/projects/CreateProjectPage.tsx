import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function CreateProjectPage() {
  return <PageHeader title={m.route_create_project()} />;
}
