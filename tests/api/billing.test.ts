// Seats paid through Stripe: the first purchase, later changes, and failures.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, freshEmail } from '../support/app.ts';
import { declined } from '../support/stripe/fake.ts';
import { type BillingFixture, openBillingFixture } from '../support/stripe/fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await openBillingFixture();
});
afterAll(() => fixture.close());

type Company = { admin: Actor; companyId: string };

const use = ({ admin, companyId }: Company) => admin.ok('GET /companies/{companyId}/seats', { companyId });
const choose = ({ admin, companyId }: Company, seats: number) =>
  admin.ok('PUT /companies/{companyId}/seats', { companyId, seats });
const codeOfChoosing = ({ admin, companyId }: Company, seats: number) =>
  admin.codeOf('PUT /companies/{companyId}/seats', { companyId, seats });
const invite = ({ admin, companyId }: Company) =>
  admin.codeOf('POST /companies/{companyId}/invites', { companyId, email: freshEmail(), role: 'worker' });

const answersKept = async ({ userId }: Actor): Promise<string> => {
  const { rows } = await fixture.test.superuser.query('select * from idempotency_keys where user_id = $1', [userId]);
  return JSON.stringify(rows);
};

describe('the first seats', () => {
  test('become active when Stripe confirms the payment, not before', async () => {
    const company = await fixture.founder();
    const { checkoutUrl, use: before } = await choose(company, 5);
    expect(before).toMatchObject({ seats: 1, provider: 'stripe', isCustomer: false, subscription: null });
    expect(checkoutUrl).toMatch(/\/pay\/cs_test_/);
    const session = [...fixture.stripe.sessions.values()].at(-1);
    expect(session).toMatchObject({
      companyId: company.companyId,
      quantity: 5,
      successUrl: 'http://localhost:3000/upgrade?payment=made',
      cancelUrl: 'http://localhost:3000/upgrade?payment=cancelled',
    });
    expect((await use(company)).seats).toBe(1);
    expect(await fixture.deliver(fixture.stripe.pay(checkoutUrl))).toBe(204);
    expect(await use(company)).toMatchObject({
      seats: 5,
      members: 1,
      pendingInvites: 0,
      provider: 'stripe',
      isCustomer: true,
      subscription: { isPastDue: false, endsAt: null },
    });
    const session2 = await company.admin.ok('GET /session', {});
    expect(session2.user?.customClaims.planType).toBe('Premium');
    const { events } = await company.admin.ok('GET /companies/{companyId}/audit-events', {
      companyId: company.companyId,
      kinds: ['seats', 'subscription'],
    });
    expect(events.map(({ kind, actor, from, to }) => [kind, actor, from, to]).sort()).toEqual([
      ['seats', null, '1', '5'],
      ['subscription', null, 'none', 'active'],
    ]);
  });

  test('chosen again expire the previous checkout, so that only one can be paid', async () => {
    const company = await fixture.founder();
    const first = await choose(company, 3);
    const second = await choose(company, 4);
    expect(() => fixture.stripe.pay(first.checkoutUrl)).toThrow('cannot be paid');
    await fixture.deliver(fixture.stripe.pay(second.checkoutUrl));
    expect((await use(company)).seats).toBe(4);
  });

  test('that were paid in another tab are reported, and not sold twice', async () => {
    const company = await fixture.founder();
    const { checkoutUrl } = await choose(company, 3);
    fixture.stripe.pay(checkoutUrl);
    expect(await codeOfChoosing(company, 8)).toBe('billing.changed-meanwhile');
    expect((await use(company)).seats).toBe(3);
    await choose(company, 8);
    const own = [...fixture.stripe.subscriptions.values()].filter((one) => one.companyId === company.companyId);
    expect(own.map(({ quantity }) => quantity)).toEqual([8]);
  });

  test('chosen by two admins concurrently create one checkout', async () => {
    const company = await fixture.founder();
    let others: string[] = [];
    fixture.stripe.before(/POST .*checkout\/sessions$/, async () => {
      others = await Promise.all([codeOfChoosing(company, 4), codeOfChoosing(company, 5)]);
      return null;
    });
    expect(await codeOfChoosing(company, 3)).toBe('allowed');
    expect(others).toEqual(['billing.change-in-progress', 'billing.change-in-progress']);
    const own = [...fixture.stripe.sessions.values()].filter((one) => one.companyId === company.companyId);
    expect(own.map(({ quantity }) => quantity)).toEqual([3]);
    expect(await codeOfChoosing(company, 4)).toBe('allowed');
  });

  test('whose event is lost are found by the scheduled job', async () => {
    const company = await fixture.founder();
    fixture.stripe.pay((await choose(company, 6)).checkoutUrl);
    await fixture.laterOn();
    expect((await use(company)).seats).toBe(6);
  });

  test('cannot be bought while Stripe does not respond, and can afterwards', async () => {
    const company = await fixture.founder();
    for (let attempt = 0; attempt < 3; attempt++) fixture.stripe.before(/POST .*customers$/, async () => 'lost');
    const reply = await company.admin.call('PUT /companies/{companyId}/seats', {
      companyId: company.companyId,
      seats: 5,
    });
    expect([reply.status, reply.problem?.code, reply.headers['retry-after']]).toEqual([
      503,
      'billing.unavailable',
      '30',
    ]);
    expect((await choose(company, 5)).checkoutUrl).not.toBeNull();
  });

  test('a request repeated with its idempotency key gets the same checkout', async () => {
    const { admin, companyId } = await fixture.founder();
    const ask = () =>
      admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 5 }, { 'idempotency-key': 'once' });
    const first = await ask();
    expect(await ask()).toEqual(first);
    // The page behind this URL needs no session.
    expect(await answersKept(admin)).not.toContain(first.checkoutUrl);
  });
});

describe('seats of a running subscription', () => {
  test('are increased and decreased at Stripe, without a checkout', async () => {
    const company = await fixture.payer(3);
    const raised = await choose(company, 7);
    expect([raised.checkoutUrl, raised.use.seats]).toEqual([null, 7]);
    const lowered = await choose(company, 2);
    expect([lowered.checkoutUrl, lowered.use.seats]).toEqual([null, 2]);
    expect(fixture.stripe.subscriptionOf(company.companyId).quantity).toBe(2);
  });

  test('stay as they are when the card is declined', async () => {
    const company = await fixture.payer(3);
    fixture.stripe.before(/POST .*subscriptions\//, async () => declined);
    expect(await codeOfChoosing(company, 9)).toBe('billing.payment-refused');
    expect((await use(company)).seats).toBe(3);
    expect(await codeOfChoosing(company, 4)).toBe('allowed');
  });

  test('are restored when Stripe refuses to decrease them', async () => {
    const company = await fixture.payer(5);
    fixture.stripe.before(/POST .*subscriptions\//, async () => declined);
    expect(await codeOfChoosing(company, 2)).toBe('billing.payment-refused');
    expect((await use(company)).seats).toBe(5);
  });

  test('do not go below the seats in use, nor below the one seat of the Free plan', async () => {
    const company = await fixture.payer(3);
    await invite(company);
    const requestsBefore = fixture.stripe.requests.length;
    expect(await codeOfChoosing(company, 1)).toBe('seats.below-use');
    const alone = await fixture.payer(3);
    expect(await codeOfChoosing(alone, 1)).toBe('billing.cancel-for-free-plan');
    expect(fixture.stripe.requests.slice(requestsBefore).filter((line) => /POST .*subscriptions\//.test(line))).toEqual(
      [],
    );
    const reply = await alone.admin.send('PUT', `/api/v1/companies/${alone.companyId}/seats`, { seats: 2.5 });
    expect(reply.problem?.errors).toMatchObject([{ path: 'seats', code: 'field.not-whole' }]);
  });

  test('cannot be taken by an invite while they are decreased, even if an event arrives in between', async () => {
    const company = await fixture.payer(3);
    let during: unknown[] = [];
    fixture.stripe.before(/POST .*subscriptions\//, async () => {
      // An unrelated event: Stripe still reports three seats.
      await fixture.deliver(fixture.stripe.happen(company.companyId, 'invoice.paid', {}));
      during = [await invite(company), await invite(company), (await use(company)).seats];
      return null;
    });
    const lowered = await choose(company, 2);
    expect(during).toEqual(['allowed', 'seats.none-free', 2]);
    expect(lowered.use).toMatchObject({ seats: 2, members: 1, pendingInvites: 1 });
    expect(await invite(company)).toBe('seats.none-free');
  });

  test('decreased during concurrent invites never leave more in use than are paid for', async () => {
    for (let round = 0; round < 6; round++) {
      const company = await fixture.payer(3);
      const codes = await Promise.all([codeOfChoosing(company, 2), invite(company), invite(company)]);
      const { seats, members, pendingInvites } = await use(company);
      expect(members + pendingInvites).toBeLessThanOrEqual(seats);
      expect(fixture.stripe.subscriptionOf(company.companyId).quantity).toBe(seats);
      expect(codes.filter((code) => code !== 'allowed')).toHaveLength(1);
    }
  });

  test.each([
    ['raised', 8],
    ['lowered', 2],
  ])('%s at Stripe by a process that was killed before it knew are made good by the clock', async (_, seats) => {
    const company = await fixture.payer(5);
    // As after a kill: Stripe made the change, but nothing after its response was executed here.
    for (let attempt = 0; attempt < 3; attempt++) fixture.stripe.before(/GET .*subscriptions$/, async () => 'lost');
    expect(await codeOfChoosing(company, seats)).toBe('billing.unavailable');
    expect(fixture.stripe.subscriptionOf(company.companyId).quantity).toBe(seats);
    expect((await use(company)).seats).toBe(Math.min(5, seats));
    expect(await codeOfChoosing(company, 9)).toBe('billing.change-in-progress');
    await fixture.laterOn();
    expect((await use(company)).seats).toBe(seats);
    expect(await codeOfChoosing(company, 9)).toBe('allowed');
  });
});

describe('prices and invoices', () => {
  test('the price is read from Stripe and cached', async () => {
    const { admin, companyId } = await fixture.founder();
    const price = { amountMinor: 450, currency: 'EUR', interval: 'month', intervalCount: 1 };
    expect(await admin.ok('GET /companies/{companyId}/seats/price', { companyId })).toEqual({ price });
    const requestsBefore = fixture.stripe.requests.length;
    expect(await admin.ok('GET /companies/{companyId}/seats/price', { companyId })).toEqual({ price });
    expect(fixture.stripe.requests).toHaveLength(requestsBefore);
  });

  test('cards and invoices are managed on a page of Stripe, for companies that have paid', async () => {
    const free = await fixture.founder();
    const portalOf = ({ admin, companyId }: Company) =>
      admin.ok('POST /companies/{companyId}/billing-portal', { companyId }, { 'idempotency-key': 'portal' });
    expect(await portalOf(free)).toEqual({ url: null });
    const payer = await fixture.payer(2);
    const { url } = await portalOf(payer);
    expect(url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    const kept = await answersKept(payer.admin);
    expect([kept.includes('"status"'), kept.includes(url ?? '')]).toEqual([true, false]);
  });
});
