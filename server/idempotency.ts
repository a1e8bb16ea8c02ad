// A repeated writing request answers as the first did and does nothing twice. The row lives in the transaction of the work:
// either both are there or neither. A second request with the same key waits on the row until the first is done.

import { createHmac } from 'node:crypto';
import type { Db } from './context.ts';
import { refused } from './refused.ts';

export type Replay = { status: number; body: unknown };

type Claim = { userId: string; key: string; request: unknown; secret: string };

/** Null: the first time, go on. Otherwise the answer given then. Refuses a key that was used for another request. */
export async function claimKey(db: Db, { userId, key, request, secret }: Claim): Promise<Replay | null> {
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
  return { status: earlier.status, body: earlier.body };
}

export async function keepAnswer(db: Db, userId: string, key: string, answer: Replay): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set({ status: answer.status, body: JSON.stringify(answer.body) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
}
