// Payment, as the product knows it. Without a provider seats are active at once; with one somebody pays for them there, and
// how many are paid is only ever what the provider says when it is asked: its events are hints to ask again.
// Everything but `readEvent` talks over the network and is never called inside a transaction.
import type { PaidSeats } from '#domain/billing.ts';
import type { Locale } from '#domain/settings.ts';

export type Billing = { name: 'built-in'; provider: null } | { name: 'stripe'; provider: PaymentProvider };

/** For one seat. The amount is null where it depends on how many are bought. */
export type Price = {
  amountMinor: number | null;
  currency: string;
  interval: 'day' | 'week' | 'month' | 'year';
  intervalCount: number;
};

export type Subscription = PaidSeats & { id: string; priceId: string | null; endsAt: Date | null };

export type CheckoutWish = {
  companyId: string;
  /** Names this attempt: a repeated call is done once. */
  changeId: string;
  seats: number;
  /** Known from an earlier purchase. */
  customerId: string | null;
  /** An unfinished one, which must not be paid as well. */
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
  /** Of the subscription where one is given, else of a new one. */
  findPrice(priceId: string | null): Promise<Price | null>;
  startCheckout(wish: CheckoutWish): Promise<Checkout>;
  changeSeats(wish: { subscriptionId: string; changeId: string; seats: number }): Promise<void>;
  /** The one that runs, else the newest that ever did. */
  findSubscription(of: { companyId: string; customerId: string }): Promise<Subscription | null>;
  /** A page of the provider for cards, invoices and cancelling. */
  openPortal(of: { customerId: string; locale: Locale; returnUrl: string }): Promise<string>;
  /** Null for an event that is none of ours. Throws `ForgedEvent` when the signature does not hold. */
  readEvent(body: Buffer, signature: string): Promise<BillingEvent | null>;
};

/** The provider says no, for good: a declined card, a subscription that has ended. Nothing was changed there. */
export class PaymentRefused extends Error {}

/** The earlier checkout was paid in the meantime. */
export class AlreadyPaid extends Error {}

/** No answer, or none that says whether something was changed. */
export class ProviderUnreachable extends Error {}

export class ForgedEvent extends Error {}
