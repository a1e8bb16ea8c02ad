import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function UsersPage() {
  return <PageHeader title={m.route_users()} />;
}
