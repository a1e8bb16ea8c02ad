// What can open an account beside its password: listed for its owner, who has proven the mailbox, before a new one is set.

import { sql } from 'kysely';
import type { Credentials } from '#contract/credentials.ts';
import { passkeyNameOf } from '#domain/passkeys.ts';
import type { Db } from '../request/context.ts';

export async function listCredentials(db: Db, userId: string): Promise<Credentials> {
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
 * All passkeys but these; how many went. Before the sessions are ended: whoever signs in by one at this moment holds it, and
 * the session that comes of it is then ended with the others.
 */
export async function removePasskeysBut(db: Db, userId: string, kept: readonly string[]): Promise<number> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '<>', sql<string>`all(${kept}::uuid[])`)
    .returning('id')
    .execute();
  return removed.length;
}
