// The caller's own day: what they logged today, and whether their last working day is incomplete.

import { sql } from 'kysely';
import type { z } from 'zod';
import { type dashboard, maxOwnWorklogs } from '#contract/dashboard.ts';
import { addDays, dayOf } from '#domain/calendar.ts';
import { isPremium } from '#domain/companies.ts';
import { isAllowed } from '#domain/permissions.ts';
import { incompleteDay, workingDaysRead } from '#domain/working-days.ts';
import { isLocked, type WorklogStatus } from '#domain/worklogs.ts';
import { reportPartsBy } from '../reports/parts.ts';
import { sumsOf } from '../reports/sums.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { worklogsWithTask } from '../worklogs/joins.ts';

type OwnDay = z.input<typeof dashboard>['own'];

export async function findOwnDay(ctx: CompanyContext): Promise<OwnDay> {
  if (!isAllowed(ctx.company, 'worklogs.submit') || !isPremium(ctx.company.seats)) return null;
  const day = dayOf(ctx.now, ctx.company.timeZone);
  const [worklogs, incomplete, hasLogged] = await Promise.all([
    listOn(ctx, day),
    findIncomplete(ctx, day),
    hasLoggedBefore(ctx),
  ]);
  return { day, worklogs, incomplete, hasLogged };
}

async function listOn(ctx: CompanyContext, day: string) {
  const rows = await worklogsWithTask(ctx.db)
    .where(visibleWorklogs(ctx, 'worklogs.submit'))
    .where('w.workerId', '=', ctx.person.id)
    .where('w.day', '=', day)
    .select(['w.id', 'p.name as projectName', 'p.colour', 't.name as taskName', 'w.status', 'w.zone', 'w.minutes'])
    .select(['w.startsAt', 'w.endsAt', 'w.amountMinor', 'w.currency'])
    .$narrowType<{ status: WorklogStatus }>()
    .orderBy('w.startsAt', (order) => order.asc().nullsLast())
    .orderBy('w.id')
    .limit(maxOwnWorklogs)
    .execute();
  return rows.map(({ startsAt, endsAt, amountMinor, currency, ...row }) => ({
    ...row,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    expense: amountMinor === null ? null : { amountMinor, currency },
  }));
}

/** None in a locked period, where nothing can be added. */
async function findIncomplete(ctx: CompanyContext, today: string) {
  const filter = {
    from: addDays(today, -workingDaysRead),
    to: addDays(today, -1),
    kinds: ['timed' as const],
    workerIds: [ctx.person.id],
  };
  const parts = await reportPartsBy(ctx, ['day'], { action: 'reports.read', filter });
  const byDay = Map.groupBy(parts, ({ day }) => day);
  const minutesOn = new Map([...byDay].map(([day, same]) => [day, sumsOf(same).minutes] as const));
  const found = incompleteDay(minutesOn, today);
  return found && isLocked(found.day, ctx.company.lockedUntil) ? null : found;
}

async function hasLoggedBefore({ db, company, person }: CompanyContext): Promise<boolean> {
  const { rows } = await sql<{ hasLogged: boolean }>`
    select exists (
      select from worklogs where company_id = ${company.id} and worker_id = ${person.id}) as has_logged`.execute(db);
  return rows[0]?.hasLogged ?? false;
}
