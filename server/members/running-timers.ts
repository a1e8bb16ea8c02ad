// Stops the timers of members who may no longer log, former members included. They are kept in case the permission comes back;
// closing the account deletes them (account/erase.ts).

import { sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import type { AnyContext, CompanyContext, Membership } from '../request/context.ts';

export async function stopRunningTimer(ctx: AnyContext, member: Membership): Promise<void> {
  await ctx.db
    .updateTable('timers')
    .set(stopped)
    .where('companyId', '=', member.companyId)
    .where('userId', '=', member.userId)
    .where('stoppedAt', 'is', null)
    .execute();
  ctx.publishChangeFor(member, 'timer');
}

/** Those of all members with one of the roles. */
export async function stopRunningTimersOf(ctx: CompanyContext, roles: readonly Role[]): Promise<void> {
  if (roles.length === 0) return;
  const { company, db } = ctx;
  const members = db
    .selectFrom('members')
    .where('companyId', '=', company.id)
    .where('role', 'in', [...roles])
    .select('userId');
  await db
    .updateTable('timers')
    .set(stopped)
    .where('companyId', '=', company.id)
    .where('userId', 'in', members)
    .where('stoppedAt', 'is', null)
    .execute();
  ctx.publishChange(company.id, 'timer');
}

const stopped = { stoppedAt: sql<Date>`greatest(started_at, now())`, version: sql<number>`version + 1` };
