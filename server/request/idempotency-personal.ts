// Idempotency keys of signed-in people, under row-level security: other people's keys are invisible and cannot collide.

import { sql } from 'kysely';
import { prepared } from '../db/transact.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { Person } from './context.ts';
import type { IdempotencyKey, KeyedRequest } from './idempotency.ts';
import { ensureFound, refused } from './refused.ts';

export function personalKey({ key, secret, call, requestHash }: KeyedRequest): IdempotencyKey {
  const isSealed = call.endpoint.returnsSecret ?? false;
  const idOf = (person: Person | null): string => ensureFound(person, 'session.missing').id;
  const bindingOf = (userId: string) => ({ secret, purpose: 'daybook repeated answer', context: `${userId} ${key}` });

  const sealed = (body: string, userId: string): string =>
    JSON.stringify(seal(body, bindingOf(userId)).toString('base64url'));

  const opened = (body: unknown, userId: string): unknown => {
    const text = unseal(Buffer.from(String(body), 'base64url'), bindingOf(userId));
    if (text === null) throw refused('request.idempotency-key-reused');
    return JSON.parse(text);
  };

  return {
    isSignedOut: false,

    // Sent together with the statement that identifies the caller. Without a caller nothing is inserted.
    async claim(db) {
      const inserted = await prepared(
        db,
        sql`insert into idempotency_keys (user_id, key, request_hash)
          select current_person(), ${key}, ${requestHash} where current_person() is not null
          on conflict (user_id, key) do nothing returning key`,
      );
      return inserted.length > 0;
    },

    async findReplay(db, person) {
      const userId = idOf(person);
      const earlier = await db
        .selectFrom('idempotencyKeys')
        .select(['requestHash', 'status', 'body'])
        .where('userId', '=', userId)
        .where('key', '=', key)
        .executeTakeFirst();
      if (!earlier?.requestHash.equals(requestHash)) throw refused('request.idempotency-key-reused');
      if (earlier.status === null) throw refused('request.in-progress');
      const body = isSealed ? opened(earlier.body, userId) : earlier.body;
      return { status: earlier.status, body, session: undefined };
    },

    async storeAnswer(db, person, { status, body }) {
      const userId = idOf(person);
      const text = JSON.stringify(body);
      const kept = isSealed ? sealed(text, userId) : text;
      await prepared(
        db,
        sql`update idempotency_keys set status = ${status}, body = ${kept} where user_id = ${userId} and key = ${key}`,
      );
    },

    async release(db, person) {
      await db.deleteFrom('idempotencyKeys').where('userId', '=', idOf(person)).where('key', '=', key).execute();
    },
  };
}
