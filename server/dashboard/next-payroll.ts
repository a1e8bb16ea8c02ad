// The payroll period that is closed next, and who is late with its decisions: the managers of the projects with pending worklogs.
// For everybody who reads the payroll of the whole company, whether or not they may close it.
// People who decide on everything are not named for all of it, only for projects without a manager (a row without a person).

import { sql } from 'kysely';
import type { z } from 'zod';
import { type dashboard, maxDashboardPeople } from '#contract/dashboard.ts';
import { type Day, dayOf, monthStart } from '#domain/calendar.ts';
import { isPremium } from '#domain/companies.ts';
import { nextPeriod } from '#domain/payroll.ts';
import { scopeOf } from '#domain/permissions.ts';
import { isDecider } from '../notices/deciders.ts';
import { reportPartsBy } from '../reports/parts.ts';
import { sumsOf } from '../reports/sums.ts';
import type { CompanyContext } from '../request/context.ts';

type Payroll = z.input<typeof dashboard>['payroll'];

export async function findNextPayroll(ctx: CompanyContext): Promise<Payroll> {
  const { company, now } = ctx;
  if (scopeOf(company, 'reports.read') !== 'all' || !isPremium(company.seats)) return null;
  const today = dayOf(now, company.timeZone);
  const period = nextPeriod({ today, lockedUntil: company.lockedUntil, ...(await readFacts(ctx, today)) });
  if (period === null) return null;
  const pendingOf = await readPending(ctx, period.to);
  const pending = [...pendingOf.values()].reduce((sum, count) => sum + count, 0);
  const managers = pending === 0 ? [] : await findManagers(ctx, pendingOf);
  return { ...period, isOver: period.to < today, pending, managers };
}

/**
 * Any day before this month does as well as the first one. The last of them is found at once; before the first one there may be years that
 * an import of history has written and nobody sees before it ends.
 */
async function readFacts({ db, company }: CompanyContext, today: Day) {
  const thisMonth = monthStart(today);
  const { rows } = await sql<{ firstLoggedOn: Day | null; fromDay: Day | null; toDay: Day | null }>`
    select coalesce(
        (select max(day) from worklogs where company_id = ${company.id} and status <> 'deleted' and day < ${thisMonth}::date),
        (select min(day) from worklogs where company_id = ${company.id} and status <> 'deleted' and day >= ${thisMonth}::date)
      ) as first_logged_on,
      last_closed.from_day, last_closed.to_day
    from (select) one
    left join lateral (
      select from_day, to_day from payroll_exports
      where company_id = ${company.id} and kind = 'closed' order by exported_at desc limit 1) last_closed on true`.execute(
    db,
  );
  const { firstLoggedOn = null, fromDay = null, toDay = null } = rows[0] ?? {};
  return { firstLoggedOn, lastClosed: fromDay === null || toDay === null ? null : { from: fromDay, to: toDay } };
}

/** From the precomputed sums: in a large company many thousand worklogs may be pending. */
async function readPending(ctx: CompanyContext, until: Day): Promise<ReadonlyMap<string, number>> {
  const filter = { to: until, statuses: ['pending' as const] };
  const parts = await reportPartsBy(ctx, ['project'], { action: 'reports.read', filter });
  const byProject = Map.groupBy(parts, ({ project }) => project);
  return new Map([...byProject].map(([project, same]) => [project, sumsOf(same).items] as const));
}

type Manager = { userId: string | null; name: string; pending: number };

/** A worklog of a project with two managers counts for both: either may decide it. */
async function findManagers({ db, company }: CompanyContext, pendingOf: ReadonlyMap<string, number>) {
  const rows = await db
    .selectFrom('projectManagers as pm')
    .innerJoin('members as m', (join) =>
      join.onRef('m.companyId', '=', 'pm.companyId').onRef('m.userId', '=', 'pm.userId'),
    )
    .innerJoin('users as u', 'u.id', 'pm.userId')
    .where('pm.companyId', '=', company.id)
    .where(sql<boolean>`pm.project_id = any(${[...pendingOf.keys()]}::uuid[])`)
    .where(isDecider)
    .select(['pm.projectId', 'u.id as userId', 'u.name'])
    .orderBy('u.nameKey')
    .orderBy('u.id')
    .execute();
  const managers = new Map<string | null, Manager>();
  const add = (userId: string | null, name: string, projectId: string) => {
    const pending = (managers.get(userId)?.pending ?? 0) + (pendingOf.get(projectId) ?? 0);
    managers.set(userId, { userId, name, pending });
  };
  for (const { userId, name, projectId } of rows) add(userId, name, projectId);
  const managed = new Set(rows.map(({ projectId }) => projectId));
  for (const projectId of pendingOf.keys()) if (!managed.has(projectId)) add(null, '', projectId);
  return [...managers.values()].sort((a, b) => b.pending - a.pending).slice(0, maxDashboardPeople);
}
