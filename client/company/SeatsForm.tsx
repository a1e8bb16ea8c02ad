import { NumberInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { SeatUse } from '#contract/billing.ts';
import { maximumSeats } from '#domain/companies.ts';
import { seatsUsed } from '#domain/seats.ts';
import { m } from '#locales/messages.js';
import { refreshSession } from '../auth.ts';
import { destination } from '../destination.ts';
import { useWrite } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';

/** Active at once where no payment provider is configured; else the provider's page comes next. */
export function SeatsForm({ companyId, use }: { companyId: string; use: SeatUse }) {
  const navigate = useNavigate();
  const change = useWrite('PUT /companies/{companyId}/seats', { changes: ['companies'] });
  const draft = useDraftForm<{ seats: number | string }>({
    name: `seats:${companyId}:${use.seats}`,
    initialValues: { seats: Math.max(use.seats, 2) },
    required: ['seats'],
  });
  const submit = async ({ seats }: { seats: number | string }) => {
    const { use: now, checkoutUrl } = await change.mutateAsync({ companyId, seats: Number(seats) });
    if (checkoutUrl !== null) {
      window.location.assign(checkoutUrl);
      return;
    }
    await refreshSession();
    showToast(m.company_seats_changed({ count: now.seats }), { type: 'success' });
    const wanted = destination.get();
    if (wanted !== null && now.seats > 1) await navigate({ href: wanted });
  };
  return (
    <FormShell draft={draft} submitLabel={m.company_change_seats()} onSubmit={submit}>
      <NumberInput
        label={m.company_seats()}
        description={m.company_seats_used({ count: seatsUsed(use) })}
        min={1}
        max={maximumSeats}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        inputMode="numeric"
        key={draft.form.key('seats')}
        {...draft.form.getInputProps('seats')}
      />
    </FormShell>
  );
}
