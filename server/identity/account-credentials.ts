// Credentials of an account besides its password, listed for the owner, who has proven the mailbox, before a new password is set.

import { sql } from 'kysely';
import type { AccountCredentials } from '#contract/credentials.ts';
import { passkeyNameOf } from '#domain/passkeys.ts';
import type { Db } from '../request/context.ts';

export async function listCredentials(db: Db, userId: string): Promise<AccountCredentials> {
  const [passkeys, tokens, sessions] = await Promise.all([
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('accessTokens')
      .select(['id', 'name', 'lastUsedOn'])
      .where('userId', '=', userId)
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'userAgent'])
      .where('userId', '=', userId)
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy('createdAt', 'desc')
      .execute(),
  ]);
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name: passkeyNameOf(name),
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    tokens,
    sessions: sessions.map(({ id, createdAt, userAgent }) => ({
      id,
      createdAt: createdAt.toISOString(),
      userAgent: userAgent ?? '',
    })),
  };
}

/**
 * Removes all passkeys except `kept`; returns how many. Called before the sessions are ended: a concurrent sign-in holds a lock
 * on its passkey, and the session it starts is then ended with the others.
 */
export async function removeOtherPasskeys(db: Db, userId: string, kept: readonly string[]): Promise<number> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '<>', sql<string>`all(${kept}::uuid[])`)
    .returning('id')
    .execute();
  return removed.length;
}
