// The caller's own day: what they logged today, and whether their last working day is incomplete.

import { sql } from 'kysely';
import type { z } from 'zod';
import { type dashboard, maxOwnWorklogs } from '#contract/dashboard.ts';
import { addDays, type Day, dayOf, weekStart } from '#domain/calendar.ts';
import { isPremium } from '#domain/companies.ts';
import { isAllowed } from '#domain/permissions.ts';
import { incompleteDay, type LoggedDays, workingDaysRead } from '#domain/working-days.ts';
import { isLocked, type WorklogStatus } from '#domain/worklogs.ts';
import { reportPartsBy } from '../reports/parts.ts';
import { sumsOf } from '../reports/sums.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { clientNameColumn } from '../request/tasks.ts';
import { worklogsWithTask } from '../worklogs/joins.ts';
import { readDaysOff } from './days-off.ts';

type OwnDay = z.input<typeof dashboard>['own'];

export async function findOwnDay(ctx: CompanyContext): Promise<OwnDay> {
  if (!isAllowed(ctx.company, 'worklogs.submit') || !isPremium(ctx.company.seats)) return null;
  const day = dayOf(ctx.now, ctx.company.timeZone);
  const [worklogs, minutesOn, daysOff, completeDays, hasLogged] = await Promise.all([
    listOn(ctx, day),
    readMinutes(ctx, day),
    readDaysOff(ctx, day),
    readCompleteDays(ctx),
    hasLoggedBefore(ctx),
  ]);
  const target = targetOf(ctx, minutesOn, day);
  const incomplete = incompleteOf(ctx, { minutesOn, daysOff, completeDays, day });
  return { day, worklogs, incomplete, hasLogged, target };
}

async function listOn(ctx: CompanyContext, day: string) {
  const rows = await worklogsWithTask(ctx.db)
    .where(visibleWorklogs(ctx, 'worklogs.submit'))
    .where('w.day', '=', day)
    .select(['w.id', 'p.name as projectName', 'p.colour', 't.name as taskName', 'w.status', 'w.zone', 'w.minutes'])
    .select(clientNameColumn(ctx.company))
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

/** From the days that are compared up to the end of this week, which may have planned hours. */
async function readMinutes(ctx: CompanyContext, today: Day): Promise<ReadonlyMap<Day, number>> {
  const filter = {
    from: addDays(today, -workingDaysRead),
    to: addDays(weekStart(today, ctx.company.weekStartsOn), 6),
    kinds: ['timed' as const],
    workerIds: [ctx.person.id],
  };
  const parts = await reportPartsBy(ctx, ['day'], { action: 'reports.read', filter });
  const byDay = Map.groupBy(parts, ({ day }) => day);
  return new Map([...byDay].map(([day, same]) => [day, sumsOf(same).minutes] as const));
}

async function readCompleteDays({ db, company, person }: CompanyContext): Promise<ReadonlySet<Day>> {
  const rows = await db
    .selectFrom('completeDays')
    .where('companyId', '=', company.id)
    .where('userId', '=', person.id)
    .select('day')
    .execute();
  return new Set(rows.map(({ day }) => day));
}

type Facts = LoggedDays & { completeDays: ReadonlySet<Day>; day: Day };

/** None in a locked period, where nothing can be added, and none that the person called complete. */
function incompleteOf({ company }: CompanyContext, { completeDays, day: today, ...logged }: Facts) {
  const found = incompleteDay(logged, today);
  return found && (isLocked(found.day, company.lockedUntil) || completeDays.has(found.day)) ? null : found;
}

function targetOf({ company }: CompanyContext, minutesOn: ReadonlyMap<Day, number>, today: Day) {
  if (company.weeklyTargetMinutes === null) return null;
  const first = weekStart(today, company.weekStartsOn);
  const week = Array.from({ length: 7 }, (_, index) => minutesOn.get(addDays(first, index)) ?? 0);
  return { minutes: week.reduce((sum, minutes) => sum + minutes, 0), targetMinutes: company.weeklyTargetMinutes };
}

async function hasLoggedBefore({ db, company, person }: CompanyContext): Promise<boolean> {
  const { rows } = await sql<{ hasLogged: boolean }>`
    select exists (
      select from worklogs where company_id = ${company.id} and worker_id = ${person.id}) as has_logged`.execute(db);
  return rows[0]?.hasLogged ?? false;
}
