import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { CompanySeats } from './CompanySeats.tsx';

/** The seats of the company, as in its settings. */
export function UpgradePage() {
  const isPremium = useCompany().plan === 'Premium';
  return (
    <>
      <PageHeader
        title={m.route_upgrade()}
        text={isPremium ? m.company_upgrade_premium_text() : m.company_upgrade_text()}
      />
      <CompanySeats />
    </>
  );
}
