// One-time codes of emailed links. Only their hash is stored. The purpose is part of every look-up, so that a code works only for
// its purpose. A code is consumed by one UPDATE that checks everything atomically, by the clock of the database.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type LinkMode, linkLifetimeMinutes } from '#domain/links.ts';
import { newId, nilId } from '../db/ids.ts';
import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';

export type LinkSubject = {
  purpose: LinkMode;
  /** The mailbox the code is sent to; using the code proves access to it. */
  email: string;
  userId?: string | null;
  companyId?: string;
  inviteId?: string;
  /** Hash of who requested it (mails.ts); null for the product itself. */
  sender?: string | null;
};

export type LinkCode = {
  createdAt: Date;
  purpose: LinkMode;
  email: string;
  userId: string | null;
  companyId: string | null;
  inviteId: string | null;
};

/**
 * Issues a code. Older codes of the same purpose and person that the same sender requested (or of the same invite) become void;
 * those of other senders do not, so that strangers cannot invalidate the owner's link.
 */
export async function issueLinkCode(ctx: { db: Db }, subject: LinkSubject): Promise<string> {
  const { code } = await issueLink(ctx, subject);
  return code;
}

/** The same, with its expiry. */
export async function issueLink(ctx: { db: Db }, subject: LinkSubject): Promise<{ code: string; expiresAt: Date }> {
  const { purpose, email, userId = null, companyId = null, inviteId = null, sender = null } = subject;
  if (inviteId !== null) await voidInviteCodes(ctx, [inviteId]);
  // Somebody who took over an account and changes the address twice must not void the owner's recovery link.
  // Codes for no account run the same statements as others, so that the response time is the same.
  else if (purpose !== 'recoverEmail') await voidCodesOfSender(ctx, { userId: userId ?? nilId, purpose, sender });
  const code = randomBytes(32).toString('base64url');
  const { expiresAt } = await ctx.db
    .insertInto('linkCodes')
    .values({
      id: newId(),
      purpose,
      codeHash: hashOf(code),
      userId,
      email,
      companyId,
      inviteId,
      sender,
      expiresAt: sql<Date>`now() + make_interval(mins => ${linkLifetimeMinutes[purpose]})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return { code, expiresAt };
}

/** Codes for new invites, which have no older codes to void. In the order of the invites. */
export async function issueInviteCodes(
  { db }: { db: Db },
  companyId: string,
  invites: readonly { id: string; email: string }[],
): Promise<string[]> {
  const codes = invites.map(() => randomBytes(32).toString('base64url'));
  await sql`
    insert into link_codes (id, purpose, code_hash, email, company_id, invite_id, expires_at)
    select n.id, 'invite', n.hash, n.email, ${companyId}, n.invite_id,
      now() + make_interval(mins => ${linkLifetimeMinutes.invite})
    from unnest(${invites.map(() => newId())}::uuid[], ${codes.map(hashOf)}::bytea[], ${invites.map(({ email }) => email)}::text[],
      ${invites.map(({ id }) => id)}::uuid[]) as n (id, hash, email, invite_id)`.execute(db);
  return codes;
}

/** Reads a usable code without consuming it. */
export async function inspectLinkCode(ctx: { db: Db }, purpose: LinkMode, code: string): Promise<LinkCode> {
  const found = await ctx.db
    .selectFrom('linkCodes')
    .select(['purpose', 'email', 'userId', 'companyId', 'inviteId', 'createdAt'])
    .where('purpose', '=', purpose)
    .where('codeHash', '=', hashOf(code))
    .where('consumedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found) throw refused('link.not-usable');
  return found;
}

/** Consumes a code. One of several concurrent attempts succeeds; a later refusal in the request rolls it back. */
export async function consumeLinkCode(ctx: { db: Db }, purpose: LinkMode, code: string): Promise<LinkCode> {
  const consumed = await ctx.db
    .updateTable('linkCodes')
    .set({ consumedAt: sql<Date>`now()` })
    .where('purpose', '=', purpose)
    .where('codeHash', '=', hashOf(code))
    .where('consumedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['purpose', 'email', 'userId', 'companyId', 'inviteId', 'createdAt'])
    .executeTakeFirst();
  if (!consumed) throw refused('link.not-usable');
  return consumed;
}

/** Voids all unused codes of these purposes, also those requested by strangers. */
export async function voidCodes(ctx: { db: Db }, userId: string, purposes: readonly LinkMode[]): Promise<void> {
  await voidQuery(ctx.db, userId, purposes).execute();
}

type IssuedCodes = { userId: string; purpose: LinkMode; sender: string | null };

async function voidCodesOfSender({ db }: { db: Db }, { userId, purpose, sender }: IssuedCodes): Promise<void> {
  await voidQuery(db, userId, [purpose]).where('sender', 'is not distinct from', sender).execute();
}

const voidQuery = (db: Db, userId: string, purposes: readonly LinkMode[]) =>
  db
    .updateTable('linkCodes')
    .set({ voidedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where('consumedAt', 'is', null)
    .where('voidedAt', 'is', null);

/** For revoking and resending invites. */
export async function voidInviteCodes(ctx: { db: Db }, inviteIds: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('linkCodes')
    .set({ voidedAt: sql<Date>`now()` })
    .where('inviteId', '=', sql<string>`any(${inviteIds}::uuid[])`)
    .where('consumedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .execute();
}

/** The URL for an email. The page it opens changes nothing by itself. */
export const linkUrl = (baseUrl: string, mode: LinkMode, code: string): string =>
  `${baseUrl}/link-actions?${new URLSearchParams({ mode, code })}`;

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
