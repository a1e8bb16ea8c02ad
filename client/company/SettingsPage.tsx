import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function SettingsPage() {
  return <PageHeader title={m.route_settings()} />;
}
