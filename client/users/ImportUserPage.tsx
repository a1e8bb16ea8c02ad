import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ImportUserPage() {
  return <PageHeader title={m.route_import_user()} />;
}
