import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { CompanySeats } from './CompanySeats.tsx';

/** The seats of the company, as in its settings. Without a payment provider they are a number, and nothing is sold. */
export function UpgradePage() {
  const { id: companyId, plan } = useCompany();
  const use = useQuery(apiQuery('companies', 'GET /companies/{companyId}/seats', { companyId }));
  const aboutPlan = plan === 'Premium' ? m.company_upgrade_premium_text() : m.company_upgrade_text();
  const text = use.data?.provider === 'built-in' ? m.company_upgrade_seats_text() : aboutPlan;
  return (
    <>
      <PageHeader title={m.route_upgrade()} text={use.data ? text : '\u00a0'} />
      <CompanySeats continueAt={pathTo('/dashboard')} />
    </>
  );
}
