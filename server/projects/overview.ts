// The overview of a project. Sums come from the same parts as reports, so the figures agree with them.

import { sql } from 'kysely';
import type { z } from 'zod';
import {
  maxOverviewPeople,
  maxOverviewWorklogs,
  overviewWeeks,
  type projectOverview,
  type projectOverviewEndpoints,
} from '#contract/project-overview.ts';
import { rateStartsOn } from '#domain/budget-use.ts';
import { addDays, type Day, dayOf, weekStart } from '#domain/calendar.ts';
import { rolesAssignable } from '#domain/project-assignments.ts';
import { bucketsOf } from '#domain/report-ranges.ts';
import { budgetFromParts } from '../reports/budget.ts';
import { type ReportPart, reportPartsBy } from '../reports/parts.ts';
import { sumsOf } from '../reports/sums.ts';
import { visibleProjects, visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound } from '../request/refused.ts';
import { worklogsWithTask } from '../worklogs/joins.ts';

type Overview = z.input<typeof projectOverview>;

export const projectOverviewHandlers: Handlers<typeof projectOverviewEndpoints> = {
  async getProjectOverview(ctx, { projectId }) {
    const today = dayOf(ctx.now, ctx.company.timeZone);
    const project = await getBudgets(ctx, projectId);
    const projectIds = [projectId];
    const action = 'projects.details';
    const allTime = await reportPartsBy(ctx, ['task'], { action, filter: { projectIds } });
    const rated = { projectIds, from: rateStartsOn(today), to: today };
    const recent = await reportPartsBy(ctx, ['task', 'worker'], { action, filter: rated });
    return {
      budget: budgetFromParts(ctx, { allTime, recent }, project, today),
      tasks: await listTasks(ctx, projectId, { allTime, recent, today }),
      weeks: await listWeeks(ctx, projectId, today),
      ...(await listPeople(ctx, projectId, recent)),
      pending: await findPending(ctx, projectId),
      latest: await listLatest(ctx, projectId),
    };
  },
};

async function getBudgets(ctx: CompanyContext, projectId: string) {
  const project = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'projects.details'))
    .where('p.id', '=', projectId)
    .select(['p.budgetMinutes', 'p.budgetMinor'])
    .executeTakeFirst();
  return ensureFound(project, 'project.missing');
}

type Used = { allTime: readonly ReportPart[]; recent: readonly ReportPart[]; today: Day };

async function listTasks(ctx: CompanyContext, projectId: string, { allTime, recent, today }: Used) {
  const tasks = await ctx.db
    .selectFrom('tasks')
    .where('companyId', '=', ctx.company.id)
    .where('projectId', '=', projectId)
    .select(['id', 'name', 'kind', 'budgetMinutes', 'budgetMinor', sql<boolean>`closed_at is not null`.as('isClosed')])
    .orderBy('id')
    .execute();
  return tasks.map(({ id, name, kind, isClosed, ...budgets }) => {
    const ofTask = (parts: readonly ReportPart[]) => parts.filter(({ task }) => task === id);
    const parts = { allTime: ofTask(allTime), recent: ofTask(recent) };
    return { id, name, kind, isClosed, budget: budgetFromParts(ctx, parts, budgets, today) };
  });
}

async function listWeeks(ctx: CompanyContext, projectId: string, today: Day): Promise<Overview['weeks']> {
  const { weekStartsOn } = ctx.company;
  const range = { from: addDays(weekStart(today, weekStartsOn), -7 * (overviewWeeks - 1)), to: today };
  const filter = { projectIds: [projectId], ...range };
  const parts = await reportPartsBy(ctx, ['day'], { action: 'projects.details', filter });
  const weeks = bucketsOf(range, 'week', weekStartsOn);
  const byWeek = Map.groupBy(parts, ({ day }) => weeks.findLastIndex(({ from }) => from <= day));
  return weeks.map((week, index) => ({ ...week, ...sumsOf(byWeek.get(index) ?? []) }));
}

async function listPeople(ctx: CompanyContext, projectId: string, recent: readonly ReportPart[]) {
  const byWorker = Map.groupBy(recent, ({ worker }) => worker);
  const minutesOf = (userId: string) => sumsOf(byWorker.get(userId) ?? []).minutes;
  const { rows } = await sql<{ userId: string; name: string; isManager: boolean }>`
    with managers as (
      select pm.user_id from project_managers pm
      join members m on m.company_id = pm.company_id and m.user_id = pm.user_id
      where pm.company_id = ${ctx.company.id} and pm.project_id = ${projectId}
        and m.deactivated_at is null and m.role = any(${rolesAssignable('manager', ctx.company)}::text[]))
    select u.id as user_id, u.name, u.id in (select user_id from managers) as is_manager
    from users u
    where u.id = any(${[...byWorker.keys()]}::uuid[]) or u.id in (select user_id from managers)
    order by u.name_key, u.id`.execute(ctx.db);
  const people = rows
    .map((person) => ({ ...person, minutes: minutesOf(person.userId) }))
    .sort((a, b) => Number(b.isManager) - Number(a.isManager) || b.minutes - a.minutes);
  return { people: people.slice(0, maxOverviewPeople), peopleTotal: people.length };
}

const findPending = (ctx: CompanyContext, projectId: string) =>
  ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, 'worklogs.read'))
    .where('w.projectId', '=', projectId)
    .where('w.status', '=', sql.lit('pending'))
    .select([sql<number>`count(*)`.as('count'), sql<Day | null>`min(w.day)`.as('oldestOn')])
    .executeTakeFirstOrThrow();

async function listLatest(ctx: CompanyContext, projectId: string): Promise<Overview['latest']> {
  const rows = await worklogsWithTask(ctx.db)
    .innerJoin('users as u', 'u.id', 'w.workerId')
    .where(visibleWorklogs(ctx, 'worklogs.read'))
    .where('w.projectId', '=', projectId)
    .select(['w.id', 'u.name as workerName', 't.name as taskName', 'w.day', 'w.minutes', 'w.amountMinor'])
    .select(['w.currency', 'w.status'])
    .orderBy('w.day', 'desc')
    .orderBy(sql`w.starts_at desc nulls last`)
    .orderBy('w.id', 'desc')
    .limit(maxOverviewWorklogs)
    .execute();
  return rows.flatMap(({ amountMinor, currency, status, ...row }) =>
    status === 'deleted' ? [] : [{ ...row, status, expense: amountMinor === null ? null : { amountMinor, currency } }],
  );
}
