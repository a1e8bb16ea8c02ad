// Accounts and their passwords: finding, creating, changing, and what the first proof of a mailbox removes.
// The person who registers an address may not own it. Until the mailbox is verified, nothing of the account is trusted, and a
// verification from another browser than the one that registered discards the earlier password and sessions.

import { createHash } from 'node:crypto';
import { type NotNull, sql } from 'kysely';
import { linkLifetimeMinutes } from '#domain/links.ts';
import type { ChosenSettings, Locale } from '#domain/settings.ts';
import { newId, nilId } from '../db/ids.ts';
import { recordInOwnCompanies, revokedTokens } from '../request/audit.ts';
import type { AnyContext, Db, PersonContext } from '../request/context.ts';
import { guessKeysOf } from '../request/guess-keys.ts';
import { resetCounters, resetMailLimits } from '../request/rate-limit-counters.ts';
import { ensureFound, refused } from '../request/refused.ts';
import { notifyRightsChanged } from '../request/rights-changed.ts';
import { newToken, tokenHash } from '../secrets/cookie-tokens.ts';
import { deleteBrowsers } from './known-browsers.ts';
import { voidCodes } from './link-codes.ts';
import { mailAccessTokensRevoked } from './mails.ts';
import { lockOpenAccount } from './open-account.ts';
import { endAllSessions } from './sessions.ts';

export type PersonRecord = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  settings: unknown;
  passwordHash: string | null;
};

/** The provider of an account that is a password: the only kind there is. */
const passwordProvider = 'credential';

export const findByEmail = (db: Db, email: string): Promise<PersonRecord | undefined> =>
  selectPeople(db).where('u.email', '=', email).executeTakeFirst();

export const findById = (db: Db, id: string): Promise<PersonRecord | undefined> =>
  selectPeople(db).where('u.id', '=', id).executeTakeFirst();

/** Serialises registrations of an address and changes to it, until the transaction ends. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  const key = createHash('sha256').update(email).digest().readBigInt64BE();
  await sql`select pg_advisory_xact_lock(${key.toString()}::bigint)`.execute(db);
}

type NewPerson = { name: string; email: string; passwordHash: string; isVerified: boolean; locale: Locale };

export async function createPerson(db: Db, person: NewPerson): Promise<string> {
  const { name, email, passwordHash, isVerified, locale } = person;
  const id = newId();
  const settings = JSON.stringify({ locale } satisfies ChosenSettings);
  await db.insertInto('users').values({ id, name, email, emailVerified: isVerified, settings }).execute();
  await insertPassword(db, id, passwordHash);
  return id;
}

async function insertPassword(db: Db, userId: string, password: string): Promise<void> {
  const account = { id: newId(), userId, accountId: userId, providerId: passwordProvider, password };
  await db.insertInto('accounts').values(account).execute();
}

/** For somebody else who gets the address: closes the account if its mailbox was never verified. Returns whether it did. */
export async function closeUnverified(db: Db, id: string): Promise<boolean> {
  const closed = await db
    .updateTable('users')
    .set({ email: null, name: '-', closedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('emailVerified', '=', false)
    .where('closedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  await sql`select erase_own_rows(${closed?.id ?? nilId})`.execute(db);
  return closed !== undefined;
}

/** Also revokes every session, access token and link that the old password could have created. */
export async function setPassword(
  ctx: AnyContext,
  userId: string,
  passwordHash: string,
  keptTokenIds: readonly string[] = [],
): Promise<void> {
  await removePassword(ctx, userId);
  await insertPassword(ctx.db, userId, passwordHash);
  await revokeAllCredentials(ctx, userId, keptTokenIds);
}

export async function removePassword(ctx: AnyContext, userId: string): Promise<void> {
  await ctx.db.deleteFrom('accounts').where('userId', '=', userId).where('providerId', '=', passwordProvider).execute();
  await resetCounters(ctx.db, guessKeysOf(userId));
}

/**
 * Revokes all sessions, access tokens and unused links of a person; one mail names the tokens. The recovery link after a change
 * of address stays valid: otherwise somebody who took over the account could void it by changing the password.
 */
export async function revokeAllCredentials(
  ctx: AnyContext,
  userId: string,
  keptTokenIds: readonly string[] = [],
): Promise<void> {
  await lockOpenAccount(ctx.db, userId);
  await endAllSessions(ctx.db, userId);
  await ctx.db.deleteFrom('pendingSignIns').where('userId', '=', userId).execute();
  const ended = await ctx.db
    .deleteFrom('accessTokens')
    .where('userId', '=', userId)
    .where('id', '<>', sql<string>`all(${keptTokenIds}::uuid[])`)
    .returning(['name', 'limitedTo', 'isReadOnly', 'expiresAt'])
    .execute();
  const revoked = ended.filter(({ expiresAt }) => expiresAt > ctx.now);
  await recordInOwnCompanies(ctx, userId, revokedTokens(revoked));
  await mailAccessTokensRevoked(ctx, userId, revoked);
  await deleteBrowsers(ctx.db, userId);
  await notifyRightsChanged(ctx.db, userId);
  await voidCodes(ctx, userId, ['verifyEmail', 'resetPassword', 'signIn', 'verifyAndChangeEmail']);
  await resetLinkLimits(ctx.db, userId);
}

/** Resets the mail limits after links were used or voided, so that strangers who requested many cannot block the next ones. */
export async function resetLinkLimits(db: Db, userId: string): Promise<void> {
  const person = await findById(db, userId);
  if (person) await resetMailLimits(db, person.email, ['sign-in', 'reset', 'verify']);
}

/** Verifies the mailbox. The first time, credentials that a stranger may have set are removed. */
export async function verifyMailbox(ctx: AnyContext, person: PersonRecord): Promise<void> {
  if (person.emailVerified) return;
  if (!(await isRegistrant(ctx, person.id))) {
    await removePassword(ctx, person.id);
    await revokeAllCredentials(ctx, person.id);
  }
  await markMailboxVerified(ctx, person.id);
}

/** Marks the mailbox as verified; the password stays. */
export async function markMailboxVerified(ctx: AnyContext, userId: string): Promise<void> {
  await updatePerson(ctx.db, userId, { emailVerified: true });
  await voidCodes(ctx, userId, ['verifyEmail']);
  await ctx.db.deleteFrom('verifications').where('identifier', '=', registrationOf(userId)).execute();
}

/** Sensitive changes require the password again. The account stays locked until the transaction ends. */
export async function confirmPassword(ctx: PersonContext, currentPassword: string): Promise<PersonRecord> {
  const person = ensureFound(await findById(ctx.db, ctx.person.id), 'session.missing');
  if (!(await isPasswordOf(ctx, person, currentPassword))) throw refused('password.wrong', { path: 'currentPassword' });
  return person;
}

/**
 * Whether it is the password of the person, null for nobody. If so, their account stays locked until the transaction ends, and
 * the password is still that one: another request may have replaced it during the comparison, which takes long on purpose.
 */
export async function isPasswordOf(ctx: AnyContext, person: PersonRecord | null, password: string): Promise<boolean> {
  const isRight = await ctx.hashing.verify(password, person?.passwordHash ?? null);
  if (!person || !isRight) return false;
  await lockOpenAccount(ctx.db, person.id);
  return (await findById(ctx.db, person.id))?.passwordHash === person.passwordHash;
}

type PersonChange = { name: string } | { emailVerified: true } | { email: string; emailVerified: true };

export async function updatePerson(db: Db, id: string, change: PersonChange): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Sets a token in the registering browser. It is not a session: it only identifies the same browser later. */
export async function rememberRegistrant(ctx: AnyContext, userId: string): Promise<void> {
  const token = newToken();
  await ctx.db.deleteFrom('verifications').where('identifier', '=', registrationOf(userId)).execute();
  const { expiresAt } = await ctx.db
    .insertInto('verifications')
    .values({
      id: newId(),
      identifier: registrationOf(userId),
      value: tokenHash(token),
      expiresAt: sql<Date>`now() + make_interval(mins => ${linkLifetimeMinutes.verifyEmail})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  ctx.setSession({ token, expiresAt });
}

/** Whether this browser registered the account, or has signed in with its password since. */
export async function isRegistrant(ctx: AnyContext, userId: string): Promise<boolean> {
  if (ctx.person?.id === userId) return true;
  if (ctx.sessionToken === null) return false;
  const remembered = await ctx.db
    .selectFrom('verifications')
    .select('id')
    .where('identifier', '=', registrationOf(userId))
    .where('value', '=', tokenHash(ctx.sessionToken))
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return remembered !== undefined;
}

const registrationOf = (userId: string): string => `registration:${userId}`;

const selectPeople = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('accounts as a', (join) => join.onRef('a.userId', '=', 'u.id').on('a.providerId', '=', passwordProvider))
    .where('u.closedAt', 'is', null)
    .select(['u.id', 'u.name', 'u.email', 'u.emailVerified', 'u.settings', 'a.password as passwordHash'])
    .$narrowType<{ email: NotNull }>();
