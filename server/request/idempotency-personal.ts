// Idempotency keys of signed-in people, under row-level security: other people's keys are invisible and cannot collide.

import { sql } from 'kysely';
import { prepared } from '../db/transact.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { Db, Person } from './context.ts';
import type { IdempotencyKey, KeyedRequest, StoredResponse } from './idempotency-key.ts';
import { ensureFound, refused } from './refused.ts';

export const personalKey = (keyed: KeyedRequest): IdempotencyKey => ({
  isSignedOut: false,
  claim: (db) => claim(db, keyed),
  findReplay: (db, person) => findReplay(db, keyed, idOf(person)),
  storeResponse: (db, person, response) => storeResponse(db, { keyed, userId: idOf(person) }, response),
  release: async (db, person) => {
    await db.deleteFrom('idempotencyKeys').where('userId', '=', idOf(person)).where('key', '=', keyed.key).execute();
  },
});

const idOf = (person: Person | null): string => ensureFound(person, 'session.missing').id;

/** Sent together with the statement that identifies the caller. Without a caller nothing is inserted. */
async function claim(db: Db, { key, requestHash }: KeyedRequest): Promise<boolean> {
  const inserted = await prepared(
    db,
    sql`insert into idempotency_keys (user_id, key, request_hash)
      select current_person(), ${key}, ${requestHash} where current_person() is not null
      on conflict (user_id, key) do nothing returning key`,
  );
  return inserted.length > 0;
}

async function findReplay(db: Db, keyed: KeyedRequest, userId: string): Promise<StoredResponse> {
  const earlier = await db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'body'])
    .where('userId', '=', userId)
    .where('key', '=', keyed.key)
    .executeTakeFirst();
  if (!earlier?.requestHash.equals(keyed.requestHash)) throw refused('request.idempotency-key-reused');
  if (earlier.status === null) throw refused('request.in-progress');
  const body = isSealed(keyed) ? unsealed(keyed, earlier.body, userId) : earlier.body;
  return { status: earlier.status, body, session: undefined };
}

async function storeResponse(
  db: Db,
  { keyed, userId }: { keyed: KeyedRequest; userId: string },
  { status, body }: StoredResponse,
): Promise<void> {
  const text = JSON.stringify(body);
  const kept = isSealed(keyed) ? sealed(keyed, text, userId) : text;
  await prepared(
    db,
    sql`update idempotency_keys set status = ${status}, body = ${kept} where user_id = ${userId} and key = ${keyed.key}`,
  );
}

const isSealed = ({ call }: KeyedRequest): boolean => call.endpoint.returnsSecret ?? false;

const bindingOf = ({ key, secret }: KeyedRequest, userId: string) => ({
  secret,
  purpose: 'daybook repeated answer',
  context: `${userId} ${key}`,
});

const sealed = (keyed: KeyedRequest, body: string, userId: string): string =>
  JSON.stringify(seal(body, bindingOf(keyed, userId)).toString('base64url'));

function unsealed(keyed: KeyedRequest, body: unknown, userId: string): unknown {
  const text = unseal(Buffer.from(String(body), 'base64url'), bindingOf(keyed, userId));
  if (text === null) throw refused('request.idempotency-key-reused');
  return JSON.parse(text);
}
