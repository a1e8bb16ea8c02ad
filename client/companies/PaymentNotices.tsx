import { useNavigate } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import { type ReactNode, useEffect } from 'react';
import type { SeatUsage } from '#contract/billing.ts';
import { seatsUsed } from '#domain/seats.ts';
import { m } from '#locales/messages.js';
import { refreshSession, useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { destination } from '../routing/destination.ts';
import { showToast } from '../toast.ts';
import { Alert } from '../ui/Alert.tsx';
import { formatDay, formatNumber } from '../ui/format.ts';
import { Spinner } from '../ui/Progress.tsx';
import { ManagePayment } from './BillingPortal.tsx';
import classes from './companies.module.css';

/** The user returned from the payment page but the provider has not confirmed yet; choosing seats again would pay twice. */
export const isPaymentPending = ({ provider, subscription }: SeatUsage, payment: string | null): boolean =>
  payment === 'made' && provider !== 'built-in' && subscription === null;

/** Notices above the seats form: the result of a payment, and upcoming changes of the seats. */
export function PaymentNotices({ use, payment }: { use: SeatUsage; payment: string | null }) {
  const { id } = useCompany();
  const { subscription } = use;
  return (
    <>
      {isPaymentPending(use, payment) && <Confirming />}
      {payment === 'made' && subscription !== null && <Confirmed seats={use.seats} />}
      {payment === 'cancelled' && (
        <Notice icon={<Info size={20} aria-hidden />}>
          <p>{m.company_payment_cancelled()}</p>
        </Notice>
      )}
      {subscription?.isPastDue && (
        <Notice isGrave icon={<CircleAlert size={20} aria-hidden />} action={<ManagePayment companyId={id} />}>
          <h2>{m.company_payment_due()}</h2>
          <p>{m.company_payment_due_text()}</p>
        </Notice>
      )}
      {typeof subscription?.endsAt === 'string' && (
        <Notice icon={<Info size={20} aria-hidden />} action={<ManagePayment companyId={id} />}>
          <h2>{m.company_subscription_ends({ day: formatDay(subscription.endsAt.slice(0, 10)) })}</h2>
          <p>{m.company_subscription_ends_text()}</p>
        </Notice>
      )}
      {seatsUsed(use) > use.seats && (
        <Notice isGrave icon={<CircleAlert size={20} aria-hidden />}>
          <h2>{m.company_seats_exceeded({ count: use.seats, used: formatNumber(seatsUsed(use)) })}</h2>
          <p>{m.company_seats_exceeded_text()}</p>
        </Notice>
      )}
    </>
  );
}

const Confirming = () => (
  <Notice icon={<Spinner />}>
    <h2>{m.company_payment_confirming()}</h2>
    <p>{m.company_payment_confirming_text()}</p>
  </Notice>
);

/** Shows a toast and navigates to the page that was requested before, or removes the payment parameter. */
function Confirmed({ seats }: { seats: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    let isHere = true;
    showToast(m.company_payment_made({ count: seats }), { type: 'success' });
    // The route guard reads the plan from the session.
    void refreshSession().then(() => {
      if (isHere) void navigate({ href: destination.get() ?? pathTo('/upgrade'), replace: true });
    });
    return () => {
      isHere = false;
    };
  }, [navigate, seats]);
  return null;
}

type NoticeProps = { icon: ReactNode; children: ReactNode; action?: ReactNode; isGrave?: boolean };

const Notice = ({ icon, children, action, isGrave = false }: NoticeProps) => (
  <Alert tone={isGrave ? 'warning' : 'info'} role="status" icon={icon} action={action} className={classes.notice ?? ''}>
    {children}
  </Alert>
);
