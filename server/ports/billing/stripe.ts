// Stripe: Checkout for the first seats, the quantity of the subscription for changes, the customer portal for cards and cancelling.
// An increase is charged immediately or refused as a whole; a decrease is credited on the next invoice.
// Every call takes less than a minute, retries included; domain/billing.ts relies on it.
import Stripe from 'stripe';
import type { StripeConfig } from '../../config/providers.ts';
import { traced } from '../../tracing/spans.ts';
import {
  AlreadyPaid,
  type Checkout,
  type CheckoutRequest,
  type PaymentProvider,
  PaymentRefused,
  type Price,
  ProviderUnreachable,
  type Subscription,
} from './billing.ts';
import { readStripeEvent } from './stripe-events.ts';
import { minorOfStripe } from './stripe-money.ts';

const timeoutMs = 10_000;
const maxRetries = 2;
const priceCacheMs = 10 * 60_000;

export function stripeProvider(config: StripeConfig): PaymentProvider {
  const stripe = connect(config);
  const prices = new Map<string, { price: Promise<Price | null>; until: number }>();
  return {
    findPrice: (priceId) => {
      const id = priceId ?? config.priceId;
      const known = prices.get(id);
      if (known && known.until > Date.now()) return known.price;
      const price = translateErrors('find price', () => fetchPrice(stripe, id));
      prices.set(id, { price, until: Date.now() + priceCacheMs });
      // A failed request is not cached.
      price.catch(() => prices.delete(id));
      return price;
    },
    startCheckout: (wish) => translateErrors('start checkout', () => startCheckout(stripe, config.priceId, wish)),
    changeSeats: (wish) => translateErrors('change seats', () => changeSeats(stripe, wish)),
    findSubscription: (of) => translateErrors('find subscription', () => fetchSubscription(stripe, of)),
    openPortal: ({ customerId, locale, returnUrl }) =>
      translateErrors('open portal', async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          locale,
          return_url: returnUrl,
        });
        return session.url;
      }),
    readEvent: (body, signature) => readStripeEvent(stripe, { body, signature, secret: config.webhookSecret }),
  };
}

function connect({ secretKey, apiUrl }: StripeConfig): Stripe {
  const address = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
    appInfo: { name: 'Daybook' },
    ...(address && {
      protocol: address.protocol === 'https:' ? 'https' : 'http',
      host: address.hostname,
      port: address.port || (address.protocol === 'https:' ? 443 : 80),
    }),
  });
}

async function fetchPrice(stripe: Stripe, id: string): Promise<Price | null> {
  const { recurring, unit_amount: amount, currency } = await stripe.prices.retrieve(id);
  const intervals = ['day', 'week', 'month', 'year'] as const;
  const interval = intervals.find((one) => one === recurring?.interval);
  if (!interval) return null;
  const code = currency.toUpperCase();
  return {
    amountMinor: amount === null ? null : minorOfStripe(amount, code),
    currency: code,
    interval,
    intervalCount: recurring?.interval_count ?? 1,
  };
}

async function startCheckout(stripe: Stripe, priceId: string, wish: CheckoutRequest): Promise<Checkout> {
  if (wish.earlierCheckoutId !== null) await closeCheckout(stripe, wish.earlierCheckoutId);
  const metadata = { companyId: wish.companyId };
  const customerId = await customerOf(stripe, wish);
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customerId,
      client_reference_id: wish.companyId,
      line_items: [{ price: priceId, quantity: wish.seats }],
      metadata,
      subscription_data: { metadata },
      success_url: wish.paidUrl,
      cancel_url: wish.cancelledUrl,
      locale: wish.locale,
    },
    { idempotencyKey: `checkout-${wish.changeId}` },
  );
  if (session.url === null) throw new ProviderUnreachable('the checkout has no address');
  return { id: session.id, customerId, url: session.url };
}

/** Expires an earlier checkout, because two open ones could both be paid. */
async function closeCheckout(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    if (isMissingAtStripe(error)) return;
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status === 'complete') throw new AlreadyPaid();
  }
}

/** The customer of an earlier purchase, unless it was deleted or belongs to other (test) keys; else a new one. */
async function customerOf(stripe: Stripe, wish: CheckoutRequest): Promise<string> {
  if (wish.customerId !== null) {
    const customer = await stripe.customers.retrieve(wish.customerId).catch(nullIfUnknown);
    if (customer !== null && !customer.deleted) return customer.id;
  }
  const { id } = await stripe.customers.create(
    { name: wish.companyName, email: wish.email, metadata: { companyId: wish.companyId } },
    { idempotencyKey: `customer-${wish.changeId}` },
  );
  return id;
}

async function changeSeats(
  stripe: Stripe,
  { subscriptionId, changeId, seats }: { subscriptionId: string; changeId: string; seats: number },
): Promise<void> {
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const [row] = items.data;
  if (!row) throw new PaymentRefused();
  const isIncrease = seats > (row.quantity ?? 0);
  await stripe.subscriptions.update(
    subscriptionId,
    {
      items: [{ id: row.id, quantity: seats }],
      ...(isIncrease
        ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
        : { proration_behavior: 'create_prorations' }),
    },
    { idempotencyKey: `seats-${changeId}` },
  );
}

async function fetchSubscription(
  stripe: Stripe,
  { companyId, customerId }: { companyId: string; customerId: string },
): Promise<Subscription | null> {
  const list = await stripe.subscriptions
    .list({ customer: customerId, status: 'all', limit: 100 })
    .then(({ data: newestFirst }) => newestFirst)
    .catch(nullIfUnknown);
  const own = (list ?? []).filter(({ metadata }) => metadata.companyId === companyId).map(subscriptionOf);
  return own.find(({ status }) => status !== 'ended') ?? own[0] ?? null;
}

const statuses: Readonly<Record<string, Subscription['status']>> = {
  active: 'active',
  trialing: 'active',
  // Stripe retries the payment as configured there, then cancels the subscription or marks it unpaid.
  past_due: 'past due',
};

function subscriptionOf({ id, status, items, cancel_at, cancel_at_period_end }: Stripe.Subscription): Subscription {
  const [row] = items.data;
  const ends = cancel_at ?? (cancel_at_period_end ? row?.current_period_end : null) ?? null;
  return {
    id,
    status: statuses[status] ?? 'ended',
    seats: row?.quantity ?? 0,
    priceId: row?.price.id ?? null,
    endsAt: ends === null ? null : new Date(ends * 1000),
  };
}

const isMissingAtStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

function nullIfUnknown(error: unknown): null {
  if (isMissingAtStripe(error)) return null;
  throw error;
}

/** Converts Stripe's errors to ours. Their messages may quote addresses and cards, so only codes are kept. */
async function translateErrors<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await traced({ name: `stripe ${what}`, kind: 'client' }, call);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const cause = `${error.type} ${error.code ?? ''} ${error.statusCode ?? ''} ${error.requestId ?? ''}`.trim();
    const isFinal =
      error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
    throw isFinal ? new PaymentRefused(cause) : new ProviderUnreachable(cause);
  }
}
