import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function EditProjectPage() {
  return <PageHeader title={m.route_edit_project()} />;
}
