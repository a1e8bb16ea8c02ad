// Idempotency keys of requests without a session, or that begin or end one: registration, links, signing in. A replay must
// use the same key and be the same request (same code, address and password), or come from the same browser; it gets the same
// response, cookie included. A session that has ended since is not issued again.

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { normalizeEmail } from '#domain/members.ts';
import { tokenHash } from '../secrets/cookie-tokens.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { Db, Person } from './context.ts';
import type { IdempotencyKey, KeyedRequest, StoredResponse } from './idempotency-key.ts';
import { refused } from './refused.ts';

type IdempotencyScope = NonNullable<Endpoint['idempotencyScope']>;

const keptResponse = z.object({
  status: z.int(),
  body: z.unknown(),
  /** `opens`: the cookie belongs to a session, and is issued again only while that session lasts. Null: it was cleared. */
  session: z.object({ token: z.string(), expiresAt: z.coerce.date(), opens: z.boolean() }).nullish(),
  browser: z.string().optional(),
  /** The person who made the first request. */
  personId: z.string().nullable(),
});
type KeptResponse = z.output<typeof keptResponse>;

/** Null if the request names no code or address, or has no cookie: it is refused for that, or it cannot be recognised. */
export function signedOutKey(keyed: KeyedRequest, scope: IdempotencyScope): IdempotencyKey | null {
  const subject = subjectOf(keyed.call, scope);
  if (subject === null) return null;
  const id = idOf(keyed, subject);
  return {
    isSignedOut: true,
    claim: (db) => insertKey(db, { id, requestHash: keyed.requestHash }),
    findReplay: (db, person) => findReplay(db, { keyed, id }, person),
    storeResponse: async (db, person, response) => {
      const text = await sealedText(db, person, response);
      await db
        .updateTable('signedOutKeys')
        .set({ sealedAnswer: sealedFor(keyed, id, text) })
        .where('id', '=', id)
        .execute();
      if (scope !== 'browser' || !response.session) return;
      // The browser may have received the new cookie although the rest of the response was lost.
      const again = idOf(keyed, response.session.token);
      const sealedAnswer = sealedFor(keyed, again, text);
      await insertKey(db, { id: again, requestHash: keyed.requestHash, sealedAnswer });
    },
    release: async (db) => {
      await db.deleteFrom('signedOutKeys').where('id', '=', id).execute();
    },
  };
}

type NewKey = { id: Buffer; requestHash: Buffer; sealedAnswer?: Buffer };

/** Whether there was none. */
async function insertKey(db: Db, row: NewKey): Promise<boolean> {
  const inserted = await db
    .insertInto('signedOutKeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function findReplay(
  db: Db,
  { keyed, id }: { keyed: KeyedRequest; id: Buffer },
  person: Person | null,
): Promise<StoredResponse> {
  const earlier = await db
    .selectFrom('signedOutKeys')
    .select(['requestHash', 'sealedAnswer'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!earlier?.requestHash.equals(keyed.requestHash)) throw refused('request.idempotency-key-reused');
  if (earlier.sealedAnswer === null) throw refused('request.in-progress');
  const text = unseal(earlier.sealedAnswer, bindingOf(keyed, id));
  if (text === null) throw refused('request.idempotency-key-reused');
  const kept = keptResponse.parse(JSON.parse(text));
  await ensureStillValid(db, kept, person?.id ?? null);
  // A caller who signed in since stays signed in, even if the first response cleared the cookie.
  const session = kept.session === null && person ? undefined : kept.session;
  return { status: kept.status, body: kept.body ?? null, session, browser: kept.browser };
}

async function sealedText(db: Db, person: Person | null, { session, ...response }: StoredResponse): Promise<string> {
  const opens = session ? await isOpen(db, session.token) : false;
  return JSON.stringify({ ...response, session: session && { ...session, opens }, personId: person?.id ?? null });
}

const bindingOf = ({ secret }: KeyedRequest, row: Buffer) => ({
  secret,
  purpose: 'daybook repeated signed-out answer',
  context: row.toString('hex'),
});

const sealedFor = (keyed: KeyedRequest, row: Buffer, text: string): Buffer => seal(text, bindingOf(keyed, row));

function subjectOf({ rest, sessionToken }: KeyedRequest['call'], scope: IdempotencyScope): string | null {
  if (scope === 'browser') return sessionToken;
  const { code, email } = rest;
  if (scope === 'code') return typeof code === 'string' ? code : null;
  return typeof email === 'string' ? normalizeEmail(email) : null;
}

/** An HMAC, so that the table reveals neither codes nor addresses. */
const idOf = ({ key, secret, call: { endpoint } }: KeyedRequest, subject: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['signed-out key', endpoint.method, endpoint.path, key, subject]))
    .digest();

/**
 * A session that was started is issued again as long as it lasts. A response given within an unchanged session is replayed
 * only for the same person.
 */
async function ensureStillValid(db: Db, { session, personId }: KeptResponse, callerId: string | null): Promise<void> {
  const isValid = session
    ? !session.opens || (await isOpen(db, session.token))
    : session === null || personId === null || personId === callerId;
  if (!isValid) throw refused('session.missing');
}

/** Whether the token belongs to a session or to a sign-in that waits for its second factor. */
async function isOpen(db: Db, token: string): Promise<boolean> {
  const hash = tokenHash(token);
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select from sessions where token = ${hash} and expires_at > now())
      or exists (select from pending_sign_ins where token_hash = ${hash} and expires_at > now()) as "isOpen"`.execute(
    db,
  );
  return rows[0]?.isOpen ?? false;
}
