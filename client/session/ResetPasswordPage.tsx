import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ResetPasswordPage() {
  return <PageHeader title={m.route_reset_password()} />;
}
