// Seats of a company: an active member uses one, a pending invite reserves one.
// Whatever changes the last of something in a company (seats, admins, invites) locks its row first.
// Invites are pending by the clock of the request.

import { sql } from 'kysely';
import { isPremium } from '#domain/companies.ts';
import { claimSeatsRefusal, type SeatCounts, seatsBelowUseRefusal } from '#domain/seats.ts';
import { recordAudit } from '../request/audit.ts';
import type { AnyContext, CompanyContext, Db } from '../request/context.ts';
import { findMemberRole } from '../request/member-role.ts';
import { ensureAllowed, ensureFound, refused } from '../request/refused.ts';
import { notifyRightsOfMembers } from '../request/rights-changed.ts';

/** Serialises changes to the company's seats, admins and invites until the commit. */
export async function lockCompany(db: Db, companyId: string): Promise<void> {
  const company = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  ensureFound(company, 'company.missing');
}

/**
 * The same for a change by a company admin. Refuses a caller who lost the role while waiting for the lock: if two admins
 * deactivate each other at the same time, only one succeeds.
 */
export async function lockOwnCompany({ db, company, person }: CompanyContext): Promise<void> {
  await lockCompany(db, company.id);
  const role = await findMemberRole(db, { companyId: company.id, userId: person.id });
  if (role !== company.role) throw refused('role.not-allowed');
}

/** Refuses unless `count` seats are free; locks the company, so that they still are when the caller uses them. */
export async function claimSeats(ctx: CompanyContext, count: number): Promise<void> {
  await lockOwnCompany(ctx);
  ensureAllowed(claimSeatsRefusal(await findSeatUse(ctx, ctx.company.id), count));
}

/** Sets the number of seats; refuses fewer than are in use. */
export async function setSeats(ctx: CompanyContext, seats: number): Promise<void> {
  await lockOwnCompany(ctx);
  const use = await findSeatUse(ctx, ctx.company.id);
  ensureAllowed(seatsBelowUseRefusal(use, seats));
  if (use.seats === seats) return;
  await ctx.db.updateTable('companies').set({ seats }).where('id', '=', ctx.company.id).execute();
  await recordAudit(ctx, ctx.company.id, [{ kind: 'seats', actorId: ctx.person.id, from: use.seats, to: seats }]);
  if (isPremium(use.seats) !== isPremium(seats)) await notifyRightsOfMembers(ctx.db, ctx.company.id);
}

/** One statement, so one snapshot: an invite that is being accepted counts exactly once. */
export async function findSeatUse({ db, now }: Pick<AnyContext, 'db' | 'now'>, companyId: string): Promise<SeatCounts> {
  const use = await db
    .selectFrom('companies as c')
    .where('c.id', '=', companyId)
    .select([
      'c.seats',
      sql<number>`(select count(*) from members m where m.company_id = c.id and m.deactivated_at is null)`.as(
        'members',
      ),
      sql<number>`(select count(*) from invites i where i.company_id = c.id and i.accepted_at is null
        and i.revoked_at is null and i.expires_at > ${now})`.as('pendingInvites'),
    ])
    .executeTakeFirst();
  return ensureFound(use, 'company.missing');
}
