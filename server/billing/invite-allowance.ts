// How many invites a company may send per day, which prevents using invites to mail strangers. It depends on whether the
// company pays.

import { sql } from 'kysely';
import { isRunning } from '#domain/billing.ts';
import { type InviteLimitFacts, maxInvitesPerDay } from '#domain/invites.ts';
import type { CompanyContext } from '../request/context.ts';
import { chargePoints, pointsSpent, rateLimitKey } from '../request/rate-limit-counters.ts';
import { refused } from '../request/refused.ts';
import { findSubscription } from './subscription.ts';

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

const keyOfSent = ({ company }: CompanyContext): string => rateLimitKey('invites-sent', company.id);

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
