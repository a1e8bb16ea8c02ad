import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function LoginPage() {
  return <PageHeader title={m.route_login()} />;
}
