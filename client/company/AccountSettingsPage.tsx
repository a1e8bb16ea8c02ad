import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function AccountSettingsPage() {
  return <PageHeader title={m.route_account_settings()} />;
}
