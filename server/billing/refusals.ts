// Converts errors of the payment provider to refusals. `seconds` is long enough that browsers do not retry automatically.

import { AlreadyPaid, PaymentRefused, ProviderUnreachable } from '../ports/billing/billing.ts';
import { refused } from '../request/refused.ts';

export function asRefusal(error: unknown): unknown {
  if (error instanceof AlreadyPaid) return refused('billing.changed-meanwhile');
  if (error instanceof PaymentRefused) return withCause(error, refused('billing.payment-refused'));
  if (error instanceof ProviderUnreachable)
    return withCause(error, refused('billing.unavailable', { params: { seconds: 30 } }));
  return error;
}

/** Attached for the operator's log: users cannot distinguish a wrong key or price from an unreachable provider. */
function withCause(cause: Error, refusal: Error): Error {
  refusal.cause = cause;
  return refusal;
}
