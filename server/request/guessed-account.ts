// The account that a guess is about, before it is checked: of an address, or of a sign-in that waits for its second factor;
// and whether that account knows the browser (server/identity/known-browsers.ts).

import { sql } from 'kysely';
import { normalizeEmail } from '#domain/members.ts';
import type { FirstStep } from '#domain/second-factor.ts';
import { knownBrowserDays } from '#domain/sessions.ts';
import { tokenHash } from '../secrets/cookie-tokens.ts';
import type { DatabaseHandle, Db } from './context.ts';

type BrowserLookup = { email: string | null; browserToken: string | null };
type KnownBrowser = { userId: string | null; browser: string | null };

/** The account of an address, and whether it knows this browser. Does the same work if there is no account. */
export async function findKnownBrowser(
  db: DatabaseHandle | Db,
  { email, browserToken }: BrowserLookup,
): Promise<KnownBrowser> {
  const { rows } = await sql<KnownBrowser>`
    select u.id as user_id, k.user_id || ' ' || k.token_hash as browser
    from (select 1) as one
    left join users u on u.email = ${normalizeEmail(email ?? '')} and u.closed_at is null
    left join known_browsers k on k.user_id = u.id and k.token_hash = ${tokenHash(browserToken ?? '')}
      and k.last_used_at > now() - make_interval(days => ${knownBrowserDays})`.execute(db);
  return rows[0] ?? { userId: null, browser: null };
}

/** The browser, if any account knows it: a sign-in by passkey names no account before. */
export async function findBrowserKnownToAnybody(
  database: DatabaseHandle,
  browserToken: string | null,
): Promise<string | null> {
  if (browserToken === null) return null;
  const { rows } = await sql<{ browser: string }>`
    select token_hash as browser from known_browsers
    where token_hash = ${tokenHash(browserToken)}
      and last_used_at > now() - make_interval(days => ${knownBrowserDays}) limit 1`.execute(database);
  return rows[0]?.browser ?? null;
}

/** The account of a pending sign-in, its first step, and whether the account knows this browser. */
export async function findPendingAccount(
  database: DatabaseHandle,
  { sessionToken, browserToken }: { sessionToken: string | null; browserToken: string | null },
) {
  const { rows } = await sql<{ userId: string; firstStep: FirstStep; browser: string | null }>`
    select p.user_id, p.way as first_step, k.user_id || ' ' || k.token_hash as browser
    from pending_sign_ins p
    left join known_browsers k on k.user_id = p.user_id and k.token_hash = ${tokenHash(browserToken ?? '')}
      and k.last_used_at > now() - make_interval(days => ${knownBrowserDays})
    where p.token_hash = ${tokenHash(sessionToken ?? '')} and p.expires_at > now()`.execute(database);
  return rows[0] ?? null;
}
