// A repeated writing request answers as the first did and does nothing twice. The row lives in the transaction of the work:
// either both are there or neither. A second request with the same key waits on the row until the first is done.

import { createHmac } from 'node:crypto';
import type { Db } from './context.ts';
import { refused } from './refused.ts';
import { seal, unseal } from './seal.ts';

export type Replay = { status: number; body: unknown };

type Claim = {
  userId: string;
  key: string;
  secret: string;
  /** The answer shows what is stored nowhere else: it is not stored plain here either. */
  isSealed: boolean;
};

/** Null: the first time, go on. Otherwise the answer given then. Refuses a key that was used for another request. */
export async function claimKey(db: Db, claim: Claim & { request: unknown }): Promise<Replay | null> {
  const { userId, key, request, secret } = claim;
  // With a secret from outside of the database: a request may hold a password, and a plain hash could be guessed quickly.
  const requestHash = createHmac('sha256', secret).update(JSON.stringify(request)).digest();
  const inserted = await db
    .insertInto('idempotencyKeys')
    .values({ userId, key, requestHash })
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) return null;
  const earlier = await db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'body'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier?.requestHash.equals(requestHash)) throw refused('request.idempotency-key-reused');
  if (earlier.status === null) throw refused('request.in-progress');
  const body = claim.isSealed ? opened(earlier.body, claim) : earlier.body;
  return { status: earlier.status, body };
}

export async function keepAnswer(db: Db, claim: Claim, answer: Replay): Promise<void> {
  const { userId, key, isSealed } = claim;
  const body = JSON.stringify(answer.body);
  await db
    .updateTable('idempotencyKeys')
    .set({ status: answer.status, body: isSealed ? sealed(body, claim) : body })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
}

export async function releaseKey(db: Db, userId: string, key: string): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('userId', '=', userId).where('key', '=', key).execute();
}

const bindingOf = ({ secret, userId, key }: Claim) => ({
  secret,
  purpose: 'daybook repeated answer',
  context: `${userId} ${key}`,
});

const sealed = (body: string, claim: Claim): string =>
  JSON.stringify(seal(body, bindingOf(claim)).toString('base64url'));

function opened(body: unknown, claim: Claim): unknown {
  const text = unseal(Buffer.from(String(body), 'base64url'), bindingOf(claim));
  if (text === null) throw refused('request.idempotency-key-reused');
  return JSON.parse(text);
}
