import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import type { SeatUsage } from '#contract/billing.ts';
import { seatsFree } from '#domain/seats.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { isRecord } from '../storage.ts';
import { LinkButton } from '../ui/Button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Section } from '../ui/Section.tsx';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { BillingPortal } from './BillingPortal.tsx';
import classes from './companies.module.css';
import { isPaymentPending, PaymentNotices } from './PaymentNotices.tsx';
import { SeatsForm } from './SeatsForm.tsx';

/** Seats in use, the form for changing their number, and their price. More than one seat is Premium; `continueAt` is opened then. */
export function CompanySeats({ continueAt = null }: { continueAt?: string | null }) {
  const company = useCompany();
  const use = useQuery(apiQuery('companies', 'GET /companies/{companyId}/seats', { companyId: company.id }));
  const payment = usePayment();
  const isPremium = company.plan === 'Premium';
  if (use.isPending) return <SkeletonRows rows={3} height={72} />;
  if (use.isLoadingError) return <ErrorState error={use.error} onRetry={() => use.refetch()} />;
  return (
    <>
      <PaymentNotices use={use.data} payment={payment} />
      <div className={classes.seatFigures}>
        <SummaryFigures figures={figuresOf(use.data)} />
      </div>
      {!isPaymentPending(use.data, payment) && (
        <Section title={m.company_choose_seats()} text={seatsText(use.data)}>
          <SeatsForm key={use.data.seats} companyId={company.id} use={use.data} continueAt={continueAt} />
        </Section>
      )}
      {!isPremium && <PremiumList use={use.data} />}
      {!isPremium && <ExportWorklogs companyId={company.id} />}
      {use.data.isCustomer && <BillingPortal companyId={company.id} />}
    </>
  );
}

/** The result of the payment, from the URL to which the provider redirected. */
function usePayment(): string | null {
  const search: unknown = useSearch({ strict: false });
  return isRecord(search) && typeof search.payment === 'string' ? search.payment : null;
}

const figuresOf = (use: SeatUsage) => [
  { label: m.company_seats(), value: formatNumber(use.seats) },
  { label: m.company_members(), value: formatNumber(use.members) },
  {
    label: m.company_pending_invites(),
    value: formatNumber(use.pendingInvites),
    hint: m.company_pending_invites_hint(),
  },
  { label: m.company_seats_free(), value: formatNumber(seatsFree(use)) },
];

function seatsText({ provider, subscription }: SeatUsage): string {
  if (provider === 'built-in') return m.company_no_provider();
  return subscription === null ? m.company_stripe() : m.company_subscription_text();
}

const formats = ['xlsx', 'csv'] as const;

/** Exports all worklogs on the Free plan, which has no reports. Plain download links. */
const ExportWorklogs = ({ companyId }: { companyId: string }) => (
  <Section title={m.company_export_title()} text={m.company_export_text()}>
    <div className={classes.files}>
      {formats.map((format) => (
        <LinkButton key={format} variant="default" href={addressOf(companyId, format)} download>
          {m.company_export_as({ format: format.toUpperCase() })}
        </LinkButton>
      ))}
    </div>
  </Section>
);

function addressOf(companyId: string, format: (typeof formats)[number]): string {
  const query = new URLSearchParams({ of: 'worklogs', format, language: getLocale() });
  for (const status of worklogStatuses) query.append('statuses', status);
  return `/api/v1/companies/${companyId}/reports/file?${query}`;
}

/** What a company with two seats or more can do; nothing is called a plan where seats cost nothing. */
function PremiumList({ use }: { use: SeatUsage }) {
  const gains = [
    m.company_premium_team(),
    m.company_premium_projects(),
    m.company_premium_approvals(),
    m.company_premium_reports(),
  ];
  return (
    <Section title={use.provider === 'built-in' ? m.company_seats_gains() : m.company_premium_title()}>
      <ul className={classes.benefits}>
        {gains.map((gain) => (
          <li key={gain}>
            <Check size={18} aria-hidden />
            {gain}
          </li>
        ))}
      </ul>
    </Section>
  );
}
