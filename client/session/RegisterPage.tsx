import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function RegisterPage() {
  return <PageHeader title={m.route_register()} />;
}
