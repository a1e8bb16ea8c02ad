import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { read } from '../queries.ts';
import { formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { SeatsForm } from './SeatsForm.tsx';

/** Seats in use, and how many to have. More than one seat is Premium. */
export function UpgradePage() {
  const company = useCompany();
  const use = useQuery(read('companies', 'GET /companies/{companyId}/seats', { companyId: company.id }));
  const plan = company.plan === 'Premium' ? m.company_plan_premium() : m.company_plan_free();
  return (
    <>
      <PageHeader
        title={m.route_upgrade()}
        text={company.plan === 'Premium' ? m.company_upgrade_premium_text() : m.company_upgrade_text()}
      />
      {use.isPending && <SkeletonRows rows={3} height={72} />}
      {use.error && <ErrorState error={use.error} onRetry={() => use.refetch()} />}
      {use.data && (
        <>
          <SummaryFigures
            figures={[
              { label: m.company_plan(), value: plan },
              { label: m.company_seats(), value: formatNumber(use.data.seats) },
              { label: m.company_members(), value: formatNumber(use.data.members) },
              {
                label: m.company_pending_invites(),
                value: formatNumber(use.data.pendingInvites),
                hint: m.company_pending_invites_hint(),
              },
            ]}
          />
          <Section title={m.company_choose_seats()} text={providerText(use.data.provider)}>
            <SeatsForm key={use.data.seats} companyId={company.id} use={use.data} />
          </Section>
        </>
      )}
    </>
  );
}

const providerText = (provider: 'built-in' | 'stripe'): string =>
  provider === 'built-in' ? m.company_no_provider() : m.company_stripe();
