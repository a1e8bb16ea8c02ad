// Stripe's events. The signature is verified over the raw bytes; then only event, company and customer are read. The current state
// is queried (billing.ts), so the order of events does not matter.
// Events use the API version of the operator's account, which may be older than that of the package.

import type Stripe from 'stripe';
import { type BillingEvent, ForgedEvent } from './billing.ts';

type Signed = { body: Buffer; signature: string; secret: string };

export async function readStripeEvent(stripe: Stripe, signed: Signed): Promise<BillingEvent | null> {
  const event = await verified(stripe, signed);
  const subject = subjectOf(event);
  const companyId = subject?.companyId ?? '';
  const customer = subject?.customer ?? null;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(companyId) || customer === null) return null;
  return {
    id: event.id,
    kind: event.type,
    companyId,
    customerId: typeof customer === 'string' ? customer : customer.id,
    happenedAt: new Date(event.created * 1000),
  };
}

/** The package compares in constant time and refuses events older than five minutes. */
async function verified(stripe: Stripe, { body, signature, secret }: Signed): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, secret);
  } catch {
    // Discards the package's message, which may quote the body.
    throw new ForgedEvent();
  }
}

type Subject = { companyId: string | null | undefined; customer: string | { id: string } | null };

/** In API versions before 2025-03-31 an invoice has no `parent`. */
type InvoiceUntil2025 = { subscription_details?: { metadata: Stripe.Metadata | null } | null };

/** Null for events unrelated to seats. */
function subjectOf(event: Stripe.Event): Subject | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { companyId: event.data.object.client_reference_id, customer: event.data.object.customer };
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { companyId: event.data.object.metadata.companyId, customer: event.data.object.customer };
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const invoice: Stripe.Invoice & InvoiceUntil2025 = event.data.object;
      const details = invoice.parent?.subscription_details ?? invoice.subscription_details;
      return { companyId: details?.metadata?.companyId, customer: invoice.customer };
    }
    default:
      return null;
  }
}
