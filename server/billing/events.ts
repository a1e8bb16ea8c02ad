// Where the payment provider tells that something has changed. Reachable without a session: the signature is the proof, so
// nothing of a message counts before it was checked over the very bytes. Mounted only where a provider is configured.
// 204: taken in, or none of ours. 400: not signed by the provider. Anything above: the provider sends it again.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenDatabase } from '../db/connect.ts';
import type { Log } from '../log.ts';
import { type Billing, type BillingEvent, ForgedEvent, type PaymentProvider } from '../ports/billing/billing.ts';
import { type InCompany, shortTransactions } from '../request/two-phase.ts';
import { asRefusal } from './refusals.ts';
import { findSubscription } from './subscription.ts';
import { synchronise } from './synchronise.ts';

type Parts = { database: Pick<OpenDatabase, 'app'>; billing: Billing; log: Log };

const stripeEventsPath = '/webhooks/stripe';

/** Stripe's largest events about a subscription have a tenth of it. */
const bodyLimitBytes = 256_000;

export async function mountBillingEvents(app: FastifyInstance, { database, billing, log }: Parts): Promise<void> {
  const { provider } = billing;
  if (provider === null) return;
  const inCompany = shortTransactions(database.app);
  // In a scope of its own: here a body stays the bytes that were signed.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(stripeEventsPath, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const event = await readEvent(provider, request);
      if (event === 'forged') return refuseForged(request, reply, log);
      if (event === null) return reply.code(204).send();
      const { id, kind, companyId } = event;
      const outcome = await takeIn({ inCompany, provider }, event);
      log[outcome === 'wrong-customer' ? 'error' : 'info']({ event: id, kind, companyId, outcome }, 'a billing event');
      return reply.code(outcome === 'wrong-customer' ? 409 : 204).send();
    });
  });
}

async function readEvent(provider: PaymentProvider, { body, headers }: FastifyRequest) {
  const signature = headers['stripe-signature'];
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') return 'forged';
  try {
    return await provider.readEvent(body, signature);
  } catch (error) {
    if (error instanceof ForgedEvent) return 'forged';
    throw error;
  }
}

function refuseForged({ ip, id }: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  log.warn({ address: ip, requestId: id }, 'a billing event with a wrong or old signature was refused');
  return reply.code(400).send();
}

type Outcome = 'applied' | 'repeated' | 'unknown-company' | 'wrong-customer';

async function takeIn(
  { inCompany, provider }: { inCompany: InCompany; provider: PaymentProvider },
  event: BillingEvent,
): Promise<Outcome> {
  const { companyId, id, customerId } = event;
  const { subscription, isKnown } = await inCompany(companyId, async (db) => ({
    subscription: await findSubscription(db, companyId),
    isKnown: await db
      .selectFrom('billingEvents')
      .select('id')
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst(),
  }));
  // One account of the provider may serve several installations.
  if (!subscription) return 'unknown-company';
  if (subscription.customerId !== customerId) return 'wrong-customer';
  if (isKnown) return 'repeated';
  await synchronise({ inCompany, provider }, companyId, { event }).catch((error: unknown) => {
    throw asRefusal(error);
  });
  return 'applied';
}
