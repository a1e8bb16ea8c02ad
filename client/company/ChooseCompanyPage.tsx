import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';

export function ChooseCompanyPage() {
  return <PageHeader title={m.route_choose_company()} />;
}
