import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function InvitesPage() {
  return <PageHeader title={m.route_invites()} />;
}
