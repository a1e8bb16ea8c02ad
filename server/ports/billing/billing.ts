// The payment provider as seen by the product. Without one, seats are active immediately; with one, the paid number is only what
// the provider reports when it is queried; its events only trigger a query.
// Everything except `readEvent` uses the network and is never called inside a transaction.
import type { PaidSeats } from '#domain/billing.ts';
import type { Locale } from '#domain/settings.ts';

export type Billing = { name: 'built-in'; provider: null } | { name: 'stripe'; provider: PaymentProvider };

/** The price of one seat. The amount is null if it depends on the number of seats. */
export type Price = {
  amountMinor: number | null;
  currency: string;
  interval: 'day' | 'week' | 'month' | 'year';
  intervalCount: number;
};

export type Subscription = PaidSeats & { id: string; priceId: string | null; endsAt: Date | null };

export type CheckoutRequest = {
  companyId: string;
  /** Idempotency key of this attempt. */
  changeId: string;
  seats: number;
  /** From an earlier purchase. */
  customerId: string | null;
  /** An unfinished checkout, which must not be paid as well. */
  earlierCheckoutId: string | null;
  email: string;
  companyName: string;
  locale: Locale;
  paidUrl: string;
  cancelledUrl: string;
};

export type Checkout = { id: string; customerId: string; url: string };

export type BillingEvent = { id: string; kind: string; companyId: string; customerId: string; happenedAt: Date };

export type PaymentProvider = {
  /** The price with this id, or of a new subscription. */
  findPrice(priceId: string | null): Promise<Price | null>;
  startCheckout(wish: CheckoutRequest): Promise<Checkout>;
  changeSeats(wish: { subscriptionId: string; changeId: string; seats: number }): Promise<void>;
  /** The running subscription, else the latest. */
  findSubscription(of: { companyId: string; customerId: string }): Promise<Subscription | null>;
  /** URL of the provider's page for cards, invoices and cancelling. */
  openPortal(of: { customerId: string; locale: Locale; returnUrl: string }): Promise<string>;
  /** Null for an unrelated event. Throws `ForgedEvent` if the signature is invalid. */
  readEvent(body: Buffer, signature: string): Promise<BillingEvent | null>;
};

/** A final refusal of the provider: a declined card, a subscription that has ended. Nothing was changed there. */
export class PaymentRefused extends Error {}

/** The earlier checkout was paid in the meantime. */
export class AlreadyPaid extends Error {}

/** No response, or an error that leaves open whether something was changed. */
export class ProviderUnreachable extends Error {}

export class ForgedEvent extends Error {}
