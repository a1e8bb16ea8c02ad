import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function JoinPage() {
  return <PageHeader title={m.route_join()} />;
}
