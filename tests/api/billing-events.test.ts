// Webhook events of Stripe: processed only if signed, once, in any order, for the company they belong to.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, freshEmail, startTestApp } from '../support/app.ts';
import { hire } from '../support/company.ts';
import { withOpenTransaction } from '../support/concurrent-transaction.ts';
import { listen, openStream } from '../support/http-listener.ts';
import { type BillingFixture, openBillingFixture } from '../support/stripe/fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await openBillingFixture();
});
afterAll(() => fixture.close());

const changeMember = 'PATCH /companies/{companyId}/members/{userId}';

type Company = { admin: Actor; companyId: string };

const use = ({ admin, companyId }: Company) => admin.ok('GET /companies/{companyId}/seats', { companyId });
const eventsOf = async ({ companyId }: Company): Promise<string[]> => {
  const { rows } = await fixture.test.superuser.query<{ kind: string }>(
    'select kind from billing_events where company_id = $1 order by applied_at',
    [companyId],
  );
  return rows.map(({ kind }) => kind);
};
const unpaidMailsTo = async ({ email }: Actor) =>
  (await fixture.test.mailsTo(email)).filter(({ template }) => template === 'payment-failed');

describe('a signature', () => {
  test('with another secret, an old timestamp, other bytes, or missing, is refused; a valid one is accepted', async () => {
    const company = await fixture.payer(3);
    const { stripe } = fixture;
    const object = { id: 'sub_x', metadata: { companyId: company.companyId }, customer: 'cus_x' };
    const type = 'customer.subscription.updated';
    const right = stripe.happen(company.companyId, type, { quantity: 6 });
    expect(await fixture.deliver(stripe.event(type, object, { secret: 'whsec_of_somebody_else' }))).toBe(400);
    expect(await fixture.deliver(stripe.event(type, object, { ageSeconds: 400 }))).toBe(400);
    expect(await fixture.deliver({ ...right, payload: right.payload.replace('"active"', '"trialing"') })).toBe(400);
    expect(await fixture.deliver({ ...right, signature: '' })).toBe(400);
    expect(await fixture.deliver({ ...right, signature: 't=1,v1=00' })).toBe(400);
    expect((await use(company)).seats).toBe(3);
    expect(await fixture.deliver(right)).toBe(204);
    expect((await use(company)).seats).toBe(6);
  });

  test('is not checked for a body that is too large', async () => {
    const reply = await fixture.test.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      payload: 'x'.repeat(300_000),
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    });
    expect(reply.statusCode).toBe(422);
  });

  test('is not checked where no provider is configured', async () => {
    const plain = await startTestApp();
    const reply = await plain.app.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' });
    expect(reply.statusCode).toBe(405);
    await plain.close();
  });
});

describe('an event', () => {
  test('is applied once, even if it is delivered several times concurrently', async () => {
    const company = await fixture.payer(3);
    const event = fixture.stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 4 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.deliver(event)));
    expect(answers).toEqual([204, 204, 204, 204, 204, 204]);
    const requestsBefore = fixture.stripe.requests.length;
    expect(await fixture.deliver(event)).toBe(204);
    expect(fixture.stripe.requests).toHaveLength(requestsBefore);
    expect(await eventsOf(company)).toEqual(['checkout.session.completed', 'customer.subscription.updated']);
    expect((await use(company)).seats).toBe(4);
  });

  test('that arrives after a newer one does not revert it', async () => {
    const company = await fixture.payer(3);
    const older = fixture.stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 5 });
    const newer = fixture.stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 9 });
    await fixture.deliver(newer);
    await fixture.deliver(older);
    expect((await use(company)).seats).toBe(9);
  });

  test('whose state was fetched before a newer event was applied is fetched again', async () => {
    const company = await fixture.payer(3);
    const older = fixture.stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 5 });
    // Stripe answered with five seats; before that response arrives, seven have been bought and stored.
    const stale = structuredClone(fixture.stripe.subscriptionOf(company.companyId));
    fixture.stripe.after(/GET .*subscriptions$/, async () => {
      await fixture.deliver(fixture.stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 7 }));
      return { status: 200, body: { object: 'list', has_more: false, data: [fixture.stripe.rendered(stale)] } };
    });
    expect(await fixture.deliver(older)).toBe(204);
    expect((await use(company)).seats).toBe(7);
  });

  test('about an unknown customer is acknowledged and ignored', async () => {
    const company = await fixture.payer(3);
    const { stripe } = fixture;
    const before = stripe.requests.length;
    const unknown = { id: 'sub_9', metadata: { companyId: randomUUID() }, customer: 'cus_9' };
    expect(await fixture.deliver(stripe.event('customer.subscription.deleted', unknown))).toBe(204);
    expect(await fixture.deliver(stripe.event('customer.subscription.deleted', { ...unknown, metadata: {} }))).toBe(
      204,
    );
    expect(await fixture.deliver(stripe.event('charge.refunded', { id: 'ch_1', customer: 'cus_9' }))).toBe(204);
    expect(stripe.requests).toHaveLength(before);
    expect((await use(company)).seats).toBe(3);
  });

  test('that names a company with a different customer is refused', async () => {
    const victim = await fixture.payer(3);
    const other = await fixture.payer(3);
    const { customer } = fixture.stripe.subscriptionOf(other.companyId);
    const object = { id: 'sub_9', metadata: { companyId: victim.companyId }, customer };
    expect(await fixture.deliver(fixture.stripe.event('customer.subscription.deleted', object))).toBe(409);
    expect((await use(victim)).seats).toBe(3);
    expect(await eventsOf(victim)).toEqual(['checkout.session.completed']);
  });

  test('is delivered again by Stripe while its state cannot be fetched', async () => {
    const company = await fixture.payer(3);
    const event = fixture.stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 4 });
    for (let attempt = 0; attempt < 3; attempt++) fixture.stripe.before(/GET .*subscriptions$/, async () => 'lost');
    expect(await fixture.deliver(event)).toBe(503);
    expect(await eventsOf(company)).toHaveLength(1);
    expect(await fixture.deliver(event)).toBe(204);
    expect((await use(company)).seats).toBe(4);
  });

  test('is published to the browsers of the company', async () => {
    const company = await fixture.payer(3);
    const stream = await openStream(await listen(fixture.test.app), company.admin, company.companyId);
    await stream.until('hello');
    await fixture.deliver(fixture.stripe.happen(company.companyId, 'customer.subscription.updated', { quantity: 4 }));
    await stream.until(/changed\ndata: .*"session".*"companies"/);
    stream.close();
  });
});

describe('an unpaid invoice', () => {
  test('keeps the seats for now and notifies the admins once', async () => {
    const company = await fixture.payer(3);
    const worker = await hire(fixture.test, company.admin, company.companyId, 'worker', 'Worker');
    const { companyId } = company;
    await fixture.deliver(fixture.stripe.happen(companyId, 'invoice.payment_failed', { status: 'past_due' }));
    await fixture.deliver(fixture.stripe.happen(companyId, 'invoice.payment_failed', {}));
    expect(await use(company)).toMatchObject({ seats: 3, subscription: { isPastDue: true, endsAt: null } });
    expect(await unpaidMailsTo(company.admin)).toMatchObject([{ params: { companyName: 'Warung Data' } }]);
    expect(await unpaidMailsTo(worker)).toEqual([]);
    await fixture.deliver(fixture.stripe.happen(companyId, 'invoice.paid', { status: 'active' }));
    expect(await use(company)).toMatchObject({ seats: 3, subscription: { isPastDue: false } });
  });
});

describe('a subscription that ends', () => {
  const endsAt = 1_800_000_000;

  test('notifies the admins, then makes the company Free without removing members', async () => {
    const company = await fixture.payer(4);
    const { admin, companyId } = company;
    const worker = await hire(fixture.test, admin, companyId, 'worker', 'Worker');
    await admin.ok('POST /companies/{companyId}/invites', { companyId, email: freshEmail(), role: 'worker' });
    await fixture.deliver(fixture.stripe.happen(companyId, 'customer.subscription.updated', { cancelAt: endsAt }));
    expect(await use(company)).toMatchObject({
      seats: 4,
      subscription: { endsAt: new Date(endsAt * 1000).toISOString() },
    });
    await fixture.deliver(fixture.stripe.happen(companyId, 'customer.subscription.deleted', { status: 'canceled' }));
    expect(await use(company)).toMatchObject({ seats: 1, members: 2, pendingInvites: 1, subscription: null });
    expect((await worker.ok('GET /session', {})).companies).toMatchObject([{ id: companyId, plan: 'Free' }]);
    expect(await worker.codeOf('GET /companies/{companyId}/worklogs', { companyId })).toBe('allowed');
    const invite = { companyId, email: freshEmail(), role: 'worker' } as const;
    expect(await admin.codeOf('POST /companies/{companyId}/invites', invite)).toBe('plan.premium-required');
    expect(await admin.codeOf('PUT /companies/{companyId}/seats', { companyId, seats: 2 })).toBe('seats.below-use');
  });

  test('can be followed by another one for all active members', async () => {
    const company = await fixture.payer(3);
    const { admin, companyId } = company;
    await hire(fixture.test, admin, companyId, 'worker', 'Worker');
    await fixture.deliver(fixture.stripe.happen(companyId, 'customer.subscription.deleted', { status: 'canceled' }));
    const { checkoutUrl } = await admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 2 });
    await fixture.deliver(fixture.stripe.pay(checkoutUrl));
    expect(await use(company)).toMatchObject({ seats: 2, members: 2, subscription: { isPastDue: false } });
    const customers = [...fixture.stripe.subscriptions.values()].filter((one) => one.companyId === companyId);
    expect(new Set(customers.map(({ customer }) => customer)).size).toBe(1);
  });

  test('during concurrent joins: open invites can still be accepted, and nobody else takes a seat', async () => {
    for (let round = 0; round < 4; round++) {
      const company = await fixture.payer(4);
      const { admin, companyId } = company;
      const former = await hire(fixture.test, admin, companyId, 'worker', 'Former');
      await admin.ok(changeMember, { companyId, userId: former.userId, isActive: false });
      const guest = await fixture.test.person('Guest');
      await admin.ok('POST /companies/{companyId}/invites', { companyId, email: guest.email, role: 'worker' });
      const { invites } = await guest.ok('GET /invites', {});
      const [, joined, back] = await Promise.all([
        fixture.deliver(fixture.stripe.happen(companyId, 'customer.subscription.deleted', { status: 'canceled' })),
        guest.codeOf('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' }),
        admin.codeOf(changeMember, { companyId, userId: former.userId, isActive: true }),
      ]);
      expect(joined, 'an accepted invite never fails for lack of a seat').toBe('allowed');
      expect(['allowed', 'seats.none-free', 'plan.premium-required']).toContain(back);
      const { seats, members, pendingInvites } = await use(company);
      expect([seats, members, pendingInvites]).toEqual([1, back === 'allowed' ? 3 : 2, 0]);
    }
  });

  test('just before a member is reactivated: the remaining seats count', async () => {
    const { admin, companyId } = await fixture.payer(3);
    const former = await hire(fixture.test, admin, companyId, 'worker', 'Former');
    await admin.ok(changeMember, { companyId, userId: former.userId, isActive: false });
    const comeBack = () => admin.codeOf(changeMember, { companyId, userId: former.userId, isActive: true });
    const fallBack = ['update companies set seats = 1 where id = $1', [companyId]] as const;
    expect(await withOpenTransaction(fixture.test, [fallBack], comeBack)).toBe('seats.none-free');
    await fixture.test.superuser.query('update companies set seats = 2 where id = $1', [companyId]);
    expect(await comeBack()).toBe('allowed');
  });

  test('is found by the scheduled job when no event arrives', async () => {
    const company = await fixture.payer(3);
    fixture.stripe.happen(company.companyId, 'customer.subscription.deleted', { status: 'unpaid' });
    await fixture.test.superuser.query(`update subscriptions set synchronised_at = now() - interval '25 hours'`);
    await fixture.laterOn();
    expect(await use(company)).toMatchObject({ seats: 1, subscription: null });
  });
});
