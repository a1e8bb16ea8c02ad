import ExternalLink from 'lucide-react/icons/external-link';
import { m } from '#locales/messages.js';
import { useApiMutation } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { Section } from '../ui/Section.tsx';

/** Links to the provider's page for cards, invoices and cancelling. */
export const BillingPortal = ({ companyId }: { companyId: string }) => (
  <Section title={m.company_billing()} text={m.company_billing_text()}>
    <div>
      <ManagePayment companyId={companyId} />
    </div>
  </Section>
);

export function ManagePayment({ companyId }: { companyId: string }) {
  const open = useApiMutation('POST /companies/{companyId}/billing-portal', { invalidates: [] });
  const leave = () =>
    open.mutate(
      { companyId },
      {
        onSuccess: ({ url }) => url !== null && window.location.assign(url),
        onError: toastProblem,
      },
    );
  return (
    <Button
      variant="default"
      onClick={leave}
      loading={open.isPending}
      rightSection={<ExternalLink size={16} aria-hidden />}
    >
      {m.company_billing_open()}
    </Button>
  );
}
