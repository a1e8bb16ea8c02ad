import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function UserPage() {
  return <PageHeader title={m.route_user_details()} />;
}
