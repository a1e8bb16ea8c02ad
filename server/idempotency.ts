// A repeated writing request answers as the first did and does nothing twice. The row lives in the transaction of the work:
// either both are there or neither. A second request with the same key waits on the row until the first is done.

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './context.ts';
import { prepared } from './db/transact.ts';
import { refused } from './refused.ts';
import { seal, unseal } from './seal.ts';

export type Replay = { status: number; body: unknown };

type Claim = {
  key: string;
  request: unknown;
  secret: string;
  /** The answer shows what is stored nowhere else: it is not stored plain here either. */
  isSealed: boolean;
};

type Claimed = Claim & { userId: string };

/** Whether nobody used the key before. For whoever is asking in this transaction; nothing is claimed for nobody. */
export async function claimKey(db: Db, claim: Claim): Promise<boolean> {
  const inserted = await prepared(
    db,
    sql`insert into idempotency_keys (user_id, key, request_hash)
      select current_person(), ${claim.key}, ${hashOf(claim)} where current_person() is not null
      on conflict (user_id, key) do nothing returning key`,
  );
  return inserted.length > 0;
}

/** The answer given when the key was claimed. Refuses a key that was used for another request. */
export async function findReplay(db: Db, claim: Claimed): Promise<Replay> {
  const earlier = await db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'body'])
    .where('userId', '=', claim.userId)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  if (!earlier?.requestHash.equals(hashOf(claim))) throw refused('request.idempotency-key-reused');
  if (earlier.status === null) throw refused('request.in-progress');
  const body = claim.isSealed ? opened(earlier.body, claim) : earlier.body;
  return { status: earlier.status, body };
}

/** With a secret from outside of the database: a request may hold a password, and a plain hash could be guessed quickly. */
const hashOf = ({ request, secret }: Claim): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(request)).digest();

export async function keepAnswer(db: Db, claim: Claimed, answer: Replay): Promise<void> {
  const { userId, key, isSealed } = claim;
  const body = JSON.stringify(answer.body);
  const kept = isSealed ? sealed(body, claim) : body;
  await prepared(
    db,
    sql`update idempotency_keys set status = ${answer.status}, body = ${kept} where user_id = ${userId} and key = ${key}`,
  );
}

export async function releaseKey(db: Db, { userId, key }: Claimed): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('userId', '=', userId).where('key', '=', key).execute();
}

const bindingOf = ({ secret, userId, key }: Claimed) => ({
  secret,
  purpose: 'daybook repeated answer',
  context: `${userId} ${key}`,
});

const sealed = (body: string, claim: Claimed): string =>
  JSON.stringify(seal(body, bindingOf(claim)).toString('base64url'));

function opened(body: unknown, claim: Claimed): unknown {
  const text = unseal(Buffer.from(String(body), 'base64url'), bindingOf(claim));
  if (text === null) throw refused('request.idempotency-key-reused');
  return JSON.parse(text);
}
