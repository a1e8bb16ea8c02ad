// Limits that prevent using invites to mail strangers: how many a company may send per day, and how many mails one address gets.
// Responses reveal the company's own use of the limits, but not that of others.

import { sql } from 'kysely';
import { isRunning } from '#domain/billing.ts';
import { type InviteLimitFacts, maxInvitesPerDay } from '#domain/invites.ts';
import { refuse } from '#domain/reasons.ts';
import { findSubscription } from '../billing/subscription.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Limit } from '../request/rate-limit-table.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import {
  chargeEach,
  chargeMailLimit,
  chargeMailLimits,
  chargePoints,
  pointsSpent,
  throttleKey,
} from '../request/throttle.ts';

const dayMinutes = 24 * 60;

export type Allowance = { most: number; left: number };

/** Null unless registration is open: otherwise the operator knows the companies. */
export async function findAllowance(ctx: CompanyContext): Promise<Allowance | null> {
  if (ctx.config.registration !== 'open') return null;
  const most = maxInvitesPerDay(ctx.config.newCompanyInvites, await findStanding(ctx));
  return { most, left: Math.max(0, most - (await pointsSpent(ctx.db, keyOfSent(ctx)))) };
}

/** The caller has locked the company, so that concurrent requests cannot exceed the allowance. */
export async function claimInvites(ctx: CompanyContext, count: number): Promise<void> {
  const allowance = await findAllowance(ctx);
  if (!allowance) return;
  if (count > allowance.left)
    throw refused('invite.too-many-today', {
      params: { most: allowance.most, left: allowance.left, seconds: dayMinutes * 60 },
    });
  await chargePoints(ctx.db, [[keyOfSent(ctx), { points: allowance.most, minutes: dayMinutes }]], count);
}

const keyOfSent = ({ company }: CompanyContext): string => throttleKey('invites-sent', company.id);

async function findStanding({ db, company, now, billing }: CompanyContext): Promise<InviteLimitFacts> {
  const { rows } = await sql<{ createdAt: Date; acceptedInvites: number }>`
    select c.created_at, (select count(*) from invites i where i.company_id = c.id and i.accepted_at is not null)
      as accepted_invites from companies c where c.id = ${company.id}`.execute(db);
  const { createdAt = now, acceptedInvites = 0 } = rows[0] ?? {};
  const subscription = billing.provider === null ? undefined : await findSubscription(db, company.id);
  return {
    ageDays: (now.getTime() - createdAt.getTime()) / (dayMinutes * 60_000),
    acceptedInvites,
    isPaying: subscription !== undefined && isRunning(subscription.status),
    seats: company.seats,
  };
}

/** Mails of one company to one address. */
const repeatedLimit: Limit = { points: 5, minutes: 60 };

const keyOfRepeated = (companyId: string, email: string) =>
  throttleKey('mailbox', 'invite-of-company', companyId, email);

/** Refuses if this company has mailed the address too often. */
export async function chargeRepeatedInvite({ db, company }: CompanyContext, email: string): Promise<void> {
  const seconds = await chargePoints(db, [[keyOfRepeated(company.id, email), repeatedLimit]]);
  if (seconds !== null) ensureAllowed(refuse('request.throttled', { params: { seconds } }));
}

/** The addresses of a list that this company has mailed too often. */
export async function chargeRepeatedInvites(
  { db, company }: CompanyContext,
  emails: readonly string[],
): Promise<Set<string>> {
  const byKey = new Map(emails.map((email) => [keyOfRepeated(company.id, email), email]));
  const spent = await chargeEach(
    db,
    [...byKey.keys()].map((key) => [key, repeatedLimit]),
  );
  return new Set(spent.flatMap(({ key }) => byKey.get(key) ?? []));
}

/** Whether the mailbox may get one more invite mail, from any company. The invite itself is valid either way. */
export const chargeInviteMail = ({ db }: CompanyContext, email: string): Promise<boolean> =>
  chargeMailLimit(db, { email, kind: 'invite' }, 'account');

/** The mailboxes that may get no more invite mails. */
export const chargeInviteMails = ({ db }: CompanyContext, emails: readonly string[]): Promise<Set<string>> =>
  chargeMailLimits(db, emails, 'invite');
