import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function WorklogsPage() {
  return <PageHeader title={m.route_worklogs()} />;
}
