// One-time codes of emailed links. Only their hash is stored; the purpose is part of every look-up, so that one kind
// never passes for another. A code is consumed by one UPDATE that checks everything at once, by the database's clock.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type LinkMode, linkLifetimeMinutes } from '#domain/links.ts';
import type { Db } from '../request/context.ts';
import { newId } from '../request/ids.ts';
import { refused } from '../request/refused.ts';

export type LinkSubject = {
  purpose: LinkMode;
  /** The mailbox the code is sent to, and which using it proves. */
  email: string;
  userId?: string | null;
  companyId?: string;
  inviteId?: string;
  /** Who asked for it; null for the product itself. */
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
 * A fresh code. Older ones of the same purpose for the same person that the same sender asked for (or of the same invite) stop
 * working: a stranger who asks again and again must not make the owner's own link unusable.
 */
export async function issueLinkCode(ctx: { db: Db }, subject: LinkSubject): Promise<string> {
  const { code } = await issueLink(ctx, subject);
  return code;
}

/** The same, with the end of its life. */
export async function issueLink(ctx: { db: Db }, subject: LinkSubject): Promise<{ code: string; expiresAt: Date }> {
  const { purpose, email, userId = null, companyId = null, inviteId = null, sender = null } = subject;
  if (inviteId !== null) await voidInviteCodes(ctx, inviteId);
  // A thief who changes the address twice must not thereby void the owner's way back.
  else if (purpose !== 'recoverEmail') await voidCodesOfSender(ctx, { userId: userId ?? nobodysId, purpose, sender });
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

/** Codes for invites that are being made, so that there is nothing older to void. In the order of the invites. */
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

/** What a usable code is for. Does not consume it. */
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

/** Uses a code up. Of any number of concurrent attempts one succeeds; a refusal later in the request gives it back. */
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

/** Makes the open codes of these purposes unusable, whoever asked for them. */
export async function voidCodes(ctx: { db: Db }, userId: string, purposes: readonly LinkMode[]): Promise<void> {
  await voiding(ctx.db, userId, purposes).execute();
}

type Sent = { userId: string; purpose: LinkMode; sender: string | null };

async function voidCodesOfSender({ db }: { db: Db }, { userId, purpose, sender }: Sent): Promise<void> {
  await voiding(db, userId, [purpose]).where('sender', 'is not distinct from', sender).execute();
}

const voiding = (db: Db, userId: string, purposes: readonly LinkMode[]) =>
  db
    .updateTable('linkCodes')
    .set({ voidedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where('consumedAt', 'is', null)
    .where('voidedAt', 'is', null);

/** For revoking and resending an invite. */
export async function voidInviteCodes(ctx: { db: Db }, inviteId: string): Promise<void> {
  await ctx.db
    .updateTable('linkCodes')
    .set({ voidedAt: sql<Date>`now()` })
    .where('inviteId', '=', inviteId)
    .where('consumedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .execute();
}

/** The address for an email. The page it opens does nothing by itself. */
export const linkUrl = (baseUrl: string, mode: LinkMode, code: string): string =>
  `${baseUrl}/link-actions?${new URLSearchParams({ mode, code })}`;

/** Codes for nobody take the same statements as codes for somebody. */
export const nobodysId = '00000000-0000-0000-0000-000000000000';

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
