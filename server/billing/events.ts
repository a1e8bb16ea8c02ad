// The webhook of the payment provider. It needs no session: the signature authenticates it, and nothing of a message is used before
// the signature was verified over its raw bytes. Mounted only if a provider is configured.
// 204: processed, or not ours. 400: not signed by the provider. Anything else: the provider sends it again.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenDatabase } from '../db/connect.ts';
import type { Log } from '../log.ts';
import { type Billing, type BillingEvent, ForgedEvent, type PaymentProvider } from '../ports/billing/billing.ts';
import { type InCompany, shortTransactions } from '../request/short-transactions.ts';
import { asRefusal } from './refusals.ts';
import { findSubscription } from './subscription.ts';
import { synchronise } from './synchronise.ts';

type Parts = { database: Pick<OpenDatabase, 'app'>; billing: Billing; log: Log };

const stripeEventsPath = '/webhooks/stripe';

/** Ten times the size of Stripe's largest subscription events. */
const bodyLimitBytes = 256_000;

export async function mountBillingEvents(app: FastifyInstance, { database, billing, log }: Parts): Promise<void> {
  const { provider } = billing;
  if (provider === null) return;
  const inCompany = shortTransactions(database.app);
  // In a separate scope, because the signature covers the raw body.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(stripeEventsPath, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const event = await readEvent(provider, request);
      if (event === 'forged') return refuseForged(request, reply, log);
      if (event === null) return reply.code(204).send();
      const { id, kind, companyId } = event;
      const outcome = await processEvent({ inCompany, provider }, event);
      log[outcome === 'wrong-customer' ? 'error' : 'info']({ event: id, kind, companyId, outcome }, 'billing event');
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
  log.warn({ address: ip, requestId: id }, 'billing event refused: invalid or expired signature');
  return reply.code(400).send();
}

type Outcome = 'applied' | 'repeated' | 'unknown-company' | 'wrong-customer';

async function processEvent(
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
  // Several installations may share one account of the provider.
  if (!subscription) return 'unknown-company';
  if (subscription.customerId !== customerId) return 'wrong-customer';
  if (isKnown) return 'repeated';
  await synchronise({ inCompany, provider }, companyId, { event }).catch((error: unknown) => {
    throw asRefusal(error);
  });
  return 'applied';
}
