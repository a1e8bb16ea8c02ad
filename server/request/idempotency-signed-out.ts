// Keys of requests that no session belongs to, or that begin or end one: registering, links, signing in. A repetition has to
// name the key and to be the same request, with the same code, address and password, or to come from the same browser; it
// then gets the same answer, cookie included. A session that has ended since is not given out again.

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { normalizeEmail } from '#domain/members.ts';
import { tokenHash } from '../identity/cookie-tokens.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { Db } from './context.ts';
import type { IdempotencyKey, KeyedRequest } from './idempotency.ts';
import { refused } from './refused.ts';

type Scope = NonNullable<Endpoint['keyScope']>;

const keptAnswer = z.object({
  status: z.int(),
  body: z.unknown(),
  /** Of a cookie that opens something: only as long as it does. Null: the cookie was cleared. */
  session: z.object({ token: z.string(), expiresAt: z.coerce.date(), opens: z.boolean() }).nullish(),
  browser: z.string().optional(),
  /** Who had asked. */
  personId: z.string().nullable(),
});
type KeptAnswer = z.output<typeof keptAnswer>;

/** Null where the request does not say what it acts on: it is refused for that, or there is no browser to be known again. */
export function keyOfSignedOut(keyed: KeyedRequest, scope: Scope): IdempotencyKey | null {
  const { secret, requestHash, call } = keyed;
  const subject = subjectOf(call, scope);
  if (subject === null) return null;
  const id = idOf(keyed, subject);
  const bindingOf = (row: Buffer) => ({
    secret,
    purpose: 'daybook repeated signed-out answer',
    context: row.toString('hex'),
  });

  return {
    isSignedOut: true,

    async claim(db) {
      const inserted = await db
        .insertInto('signedOutKeys')
        .values({ id, requestHash })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    async findReplay(db, person) {
      const earlier = await db
        .selectFrom('signedOutKeys')
        .select(['requestHash', 'sealedAnswer'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!earlier?.requestHash.equals(requestHash)) throw refused('request.idempotency-key-reused');
      if (earlier.sealedAnswer === null) throw refused('request.in-progress');
      const text = unseal(earlier.sealedAnswer, bindingOf(id));
      if (text === null) throw refused('request.idempotency-key-reused');
      const kept = keptAnswer.parse(JSON.parse(text));
      await ensureStillGood(db, kept, person?.id ?? null);
      // Whoever signed in since stays so, also where the first answer had cleared the cookie.
      const session = kept.session === null && person ? undefined : kept.session;
      return { status: kept.status, body: kept.body ?? null, session, browser: kept.browser };
    },

    async keepAnswer(db, person, { status, body, session, browser }) {
      const opens = session ? await isOpen(db, session.token) : false;
      const kept = { status, body, session: session && { ...session, opens }, browser, personId: person?.id ?? null };
      const sealedFor = (row: Buffer) => seal(JSON.stringify(kept), bindingOf(row));
      await db
        .updateTable('signedOutKeys')
        .set({ sealedAnswer: sealedFor(id) })
        .where('id', '=', id)
        .execute();
      if (scope !== 'browser' || !session) return;
      // The browser may have got the new cookie although the rest of the answer was lost.
      const again = idOf(keyed, session.token);
      await db
        .insertInto('signedOutKeys')
        .values({ id: again, requestHash, sealedAnswer: sealedFor(again) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async release(db) {
      await db.deleteFrom('signedOutKeys').where('id', '=', id).execute();
    },
  };
}

function subjectOf({ rest, sessionToken }: KeyedRequest['call'], scope: Scope): string | null {
  if (scope === 'browser') return sessionToken;
  const { code, email } = rest;
  if (scope === 'code') return typeof code === 'string' ? code : null;
  return typeof email === 'string' ? normalizeEmail(email) : null;
}

/** An HMAC, so that the table tells neither codes nor addresses. */
const idOf = ({ key, secret, call: { endpoint } }: KeyedRequest, subject: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['signed-out key', endpoint.method, endpoint.path, key, subject]))
    .digest();

/**
 * A session that was started is given out again as long as it lasts. What was answered within one that stayed as it was is
 * for its person only.
 */
async function ensureStillGood(db: Db, { session, personId }: KeptAnswer, askingId: string | null): Promise<void> {
  const isGood = session
    ? !session.opens || (await isOpen(db, session.token))
    : session === null || personId === null || personId === askingId;
  if (!isGood) throw refused('session.missing');
}

/** Whether the token opens a session or the second step of signing in. */
async function isOpen(db: Db, token: string): Promise<boolean> {
  const hash = tokenHash(token);
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select from sessions where token = ${hash} and expires_at > now())
      or exists (select from pending_sign_ins where token_hash = ${hash} and expires_at > now()) as "isOpen"`.execute(
    db,
  );
  return rows[0]?.isOpen ?? false;
}
