import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SeatUsage } from '#contract/billing.ts';
import { minSeats } from '#domain/billing.ts';
import { maxSeats } from '#domain/companies.ts';
import { seatsUsed } from '#domain/seats.ts';
import { m } from '#locales/messages.js';
import { refreshSession } from '../auth.ts';
import { affectedBy, invalidate, useApiMutation } from '../queries.ts';
import { destination } from '../routing/destination.ts';
import { showToast } from '../toast.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import classes from './companies.module.css';
import { SeatsPrice } from './SeatsPrice.tsx';

type Values = { seats: number | string };

type Props = {
  companyId: string;
  use: SeatUsage;
  /** Opened when the company gets its second seat, unless the guard stored another destination. */
  continueAt: string | null;
};

/** A change takes effect at once without a payment provider or with an active subscription; otherwise the payment page opens. */
export function SeatsForm({ companyId, use, continueAt }: Props) {
  const navigate = useNavigate();
  const change = useApiMutation('PUT /companies/{companyId}/seats', { invalidates: affectedBy.companies });
  const min = minSeats(use, use.subscription !== null);
  const draft = useDraftForm<Values>({
    name: `seats:${companyId}:${use.seats}`,
    initialValues: { seats: Math.max(use.seats, min, 2) },
    required: ['seats'],
  });
  const { form } = draft;
  const [chosen, setChosen] = useState(form.getValues().seats);
  form.watch('seats', ({ value }) => setChosen(value));
  const submit = async ({ seats }: Values) => {
    const { use: now, checkoutUrl } = await change.mutateAsync({ companyId, seats: Number(seats) }).catch((error) => {
      // Refetch, because the seats may have changed meanwhile.
      void invalidate(['companies']);
      throw error;
    });
    if (checkoutUrl !== null) {
      window.location.assign(checkoutUrl);
      return;
    }
    await refreshSession();
    showToast(m.company_seats_changed({ count: now.seats }), { type: 'success' });
    const next = destination.get() ?? (use.seats === 1 ? continueAt : null);
    if (next !== null && now.seats > 1) await navigate({ href: next });
  };
  return (
    <FormShell draft={draft} submitLabel={verbOf(use)} onSubmit={submit}>
      <NumberField
        label={m.company_seats()}
        description={m.company_seats_used({ count: seatsUsed(use) })}
        min={min}
        max={maxSeats}
        classNames={{ wrapper: classes.short }}
        key={form.key('seats')}
        {...form.getInputProps('seats')}
      />
      {use.provider !== 'built-in' && <SeatsPrice companyId={companyId} seats={wholeSeats(chosen)} />}
    </FormShell>
  );
}

function verbOf({ provider, subscription }: SeatUsage): string {
  if (provider === 'built-in') return m.company_change_seats();
  return subscription === null ? m.company_pay() : m.company_change_paid_seats();
}

function wholeSeats(typed: number | string): number | null {
  const seats = typed === '' ? Number.NaN : Number(typed);
  return Number.isInteger(seats) && seats >= 1 && seats <= maxSeats ? seats : null;
}
