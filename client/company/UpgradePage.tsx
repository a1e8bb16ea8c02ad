import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function UpgradePage() {
  return <PageHeader title={m.route_upgrade()} />;
}
