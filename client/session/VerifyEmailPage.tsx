import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function VerifyEmailPage() {
  return <PageHeader title={m.route_verify_email()} />;
}
