// Events in several API versions of Stripe. Stripe sends events in the version of the account that created the endpoint, not
// in that of our package (2026-10-28), so an older account sends older formats. The fields were compared with Stripe's
// fixtures (stripe-mock, openapi/fixtures3.json of 2025-11) and with published events of 2023-08-16, 2024-06-20,
// 2025-06-30.basil and 2025-08-27.basil; the values are ours. Nothing was recorded from a live account.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../support/app.ts';
import type { SignedEvent } from '../support/stripe/fake.ts';
import { type BillingFixture, openBillingFixture } from '../support/stripe/fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await openBillingFixture();
});
afterAll(() => fixture.close());

type Company = { admin: Actor; companyId: string };

const use = ({ admin, companyId }: Company) => admin.ok('GET /companies/{companyId}/seats', { companyId });

/** The object of an invoice event, in versions without and with `parent` (added in 2025-03-31.basil). */
const earlier = { subscription: 'sub_earlier', charge: 'ch_1', payment_intent: 'pi_1', paid: false, tax: null };
const bySubscription = (companyId: string) => ({ subscription: 'sub_later', metadata: { companyId } });

/** An event about a subscription that was already changed at Stripe to seven seats; only applying the event reveals it. */
async function deliverEvent(company: Company, type: string, object: Record<string, unknown>): Promise<number> {
  const subscription = fixture.stripe.subscriptionOf(company.companyId);
  subscription.quantity = 7;
  return fixture.deliver(fixture.stripe.event(type, { customer: subscription.customer, ...object }));
}

describe('an invoice', () => {
  test('of an API version before the field `parent` is read at the older path', async () => {
    const company = await fixture.payer(3);
    const object = {
      object: 'invoice',
      ...earlier,
      subscription_details: { metadata: { companyId: company.companyId } },
    };
    expect(await deliverEvent(company, 'invoice.payment_failed', object)).toBe(204);
    expect((await use(company)).seats).toBe(7);
  });

  test('of the current API version is read at the current path, with fields of other versions present', async () => {
    const company = await fixture.payer(3);
    const details = { ...bySubscription(company.companyId), pause_collection: null };
    const parent = { quote_details: null, subscription_details: details, type: 'subscription_details' };
    const object = { object: 'invoice', parent, amount_overpaid: 0, total_taxes: [], confirmation_secret: null };
    expect(await deliverEvent(company, 'invoice.paid', object)).toBe(204);
    expect((await use(company)).seats).toBe(7);
  });

  test.each([
    ['without a parent', { parent: null }],
    ['of a quote', { parent: { quote_details: { quote: 'qt_1' }, subscription_details: null, type: 'quote_details' } }],
    [
      'of a subscription without metadata',
      { parent: { quote_details: null, subscription_details: { metadata: null, subscription: 'sub_x' } } },
    ],
    ['written by hand, once', { subscription: null, subscription_details: null }],
    ['written by hand, in 2024', { subscription: null, subscription_details: { metadata: null } }],
    ['from before 2023, without details', { subscription: 'sub_x' }],
  ])('%s is none of ours: answered, and nothing is requestsBefore', async (_name, shape) => {
    const company = await fixture.payer(3);
    const requestsBefore = fixture.stripe.requests.length;
    expect(await deliverEvent(company, 'invoice.paid', { object: 'invoice', ...shape })).toBe(204);
    expect(fixture.stripe.requests).toHaveLength(requestsBefore);
    expect((await use(company)).seats).toBe(3);
  });
});

describe('a subscription', () => {
  test('from an API version before 2025-03-31 causes its state to be fetched', async () => {
    const company = await fixture.payer(3);
    const { companyId } = company;
    const plan = { id: 'price_1SeatMonthly', object: 'plan', amount: 450, amount_decimal: '450', tiers_mode: null };
    const periods = { current_period_start: 1_794_800_200, current_period_end: 1_797_392_200 };
    const object = { object: 'subscription', ...periods, plan, quantity: 4, discount: null, metadata: { companyId } };
    expect(await deliverEvent(company, 'customer.subscription.updated', object)).toBe(204);
    expect((await use(company)).seats).toBe(7);
  });
});

describe('a checkout', () => {
  test.each([
    ['of a guest, with a reference of another shop', { client_reference_id: '4821', customer: null }],
    ['of a guest, whose reference looks like ours', { client_reference_id: randomUUID(), customer: null }],
    ['of a payment link, without a reference', { client_reference_id: null, payment_link: 'plink_1' }],
  ])('%s is none of ours', async (_name, shape) => {
    const company = await fixture.payer(3);
    const requestsBefore = fixture.stripe.requests.length;
    const object = { object: 'checkout.session', mode: 'payment', subscription: null, ...shape };
    expect(await deliverEvent(company, 'checkout.session.completed', object)).toBe(204);
    expect(fixture.stripe.requests).toHaveLength(requestsBefore);
    expect((await use(company)).seats).toBe(3);
  });
});

describe('around the object', () => {
  /** The same event with other fields beside `data`, signed again. */
  const around = (event: SignedEvent, fields: Record<string, unknown>): SignedEvent =>
    fixture.stripe.signed({ ...JSON.parse(event.payload), ...fields });

  test.each([
    ['an account that never chose a version', { api_version: null }],
    ['an old one, with the request as text', { api_version: '2017-04-06', request: 'req_1' }],
    ['somebody who pressed a button in the dashboard', { request: { id: 'req_1', idempotency_key: randomUUID() } }],
    ['a workspace of several accounts', { context: 'acct_1/acct_2', account: 'acct_2', request: null }],
  ])('%s: the event counts all the same', async (_name, fields) => {
    const company = await fixture.payer(3);
    const { stripe } = fixture;
    const event = stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 5 });
    expect(await fixture.deliver(around(event, fields))).toBe(204);
    expect((await use(company)).seats).toBe(5);
  });

  test('the previous attributes are not read as the current state', async () => {
    const company = await fixture.payer(3);
    const { stripe } = fixture;
    const event = stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 5 });
    const { data } = JSON.parse(event.payload);
    const before = { quantity: 3, items: { data: [{ quantity: 3 }] }, metadata: { companyId: randomUUID() } };
    expect(await fixture.deliver(around(event, { data: { ...data, previous_attributes: before } }))).toBe(204);
    expect((await use(company)).seats).toBe(5);
  });

  test('a thin event, without its object, is refused: the endpoint needs events that contain it', async () => {
    await fixture.payer(3);
    const thin = { id: 'evt_thin', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found', livemode: false };
    expect(await fixture.deliver(fixture.stripe.signed(thin))).toBe(400);
  });
});
