// Browsers that a person has signed in with before. Guesses from them have separate limits, so that strangers cannot lock the
// owner out. The token in the cookie gives no access; only its hash is stored, for each person who uses the browser.
// A new password or a reset forgets all browsers except the one it was done in.

import { sql } from 'kysely';
import { maxKnownBrowsers } from '#domain/sessions.ts';
import type { AnyContext, Db } from '../request/context.ts';
import { newToken, tokenHash } from '../secrets/cookie-tokens.ts';

/** Makes this browser known to the person. A token that is known to them already stays; otherwise a new one is issued. */
export async function rememberBrowser(ctx: AnyContext, userId: string): Promise<void> {
  const { db, browserToken } = ctx;
  const token = browserToken !== null && (await isKnown(ctx, userId)) ? browserToken : newToken();
  if (browserToken !== null && token !== browserToken) await moveOtherPeople(db, browserToken, token);
  await db
    .insertInto('knownBrowsers')
    .values({ userId, tokenHash: tokenHash(token) })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'tokenHash']).doUpdateSet((eb) => ({ lastUsedAt: eb.ref('excluded.lastUsedAt') })),
    )
    .execute();
  await deleteOldest(db, userId);
  ctx.setBrowser(token);
}

export async function deleteBrowsers(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('knownBrowsers').where('userId', '=', userId).execute();
}

async function isKnown({ db, browserToken }: AnyContext, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('knownBrowsers')
    .select('userId')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash(browserToken ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** Several people may share a browser, which has one token. */
async function moveOtherPeople(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable('knownBrowsers')
    .set({ tokenHash: tokenHash(to) })
    .where('tokenHash', '=', tokenHash(from))
    .execute();
}

/** Otherwise a program that signs in without storing cookies would leave a row each time. */
async function deleteOldest(db: Db, userId: string): Promise<void> {
  await sql`delete from known_browsers where user_id = ${userId} and token_hash in (
    select token_hash from known_browsers where user_id = ${userId}
    order by last_used_at desc, token_hash offset ${maxKnownBrowsers})`.execute(db);
}
