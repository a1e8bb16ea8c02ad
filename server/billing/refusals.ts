// What a failure of the payment provider is to the person who waits. Seconds: long enough that no browser asks by itself.

import { AlreadyPaid, PaymentRefused, ProviderUnreachable } from '../ports/billing/billing.ts';
import { refused } from '../request/refused.ts';

export function asRefusal(error: unknown): unknown {
  if (error instanceof AlreadyPaid) return refused('billing.changed-meanwhile');
  if (error instanceof PaymentRefused) return because(error, refused('billing.payment-refused'));
  if (error instanceof ProviderUnreachable)
    return because(error, refused('billing.unavailable', { params: { seconds: 30 } }));
  return error;
}

/** For the operator's log: a wrong key or price looks like a silent provider to everybody else. */
function because(cause: Error, refusal: Error): Error {
  refusal.cause = cause;
  return refusal;
}
