// The workers on one page of the payroll: their sums by status, by day and by task, added up from the parts of every report.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { payrollAmounts, payrollWorker } from '#contract/payroll.ts';
import { sumByCurrency } from '#domain/money.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import type { CompanyContext } from '../context.ts';
import { type Part, partsBy } from '../reports/parts.ts';
import type { WorklogFilter } from '../worklogs/filter.ts';

type Worker = z.input<typeof payrollWorker>;
type Amounts = z.input<typeof payrollAmounts>;
type ByStatus = Record<WorklogStatus, Amounts>;

export const amountsOf = (parts: readonly Part[]): ByStatus => ({
  approved: amountsIn('approved', parts),
  pending: amountsIn('pending', parts),
  rejected: amountsIn('rejected', parts),
});

function amountsIn(wanted: WorklogStatus, parts: readonly Part[]): Amounts {
  const own = parts.filter(({ status }) => status === wanted);
  return {
    items: own.reduce((sum, { items }) => sum + items, 0),
    minutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
    // No expense is nothing: a sum of nothing is of timed worklogs alone.
    expenses: sumByCurrency(own.filter(({ amountMinor }) => amountMinor > 0)),
  };
}

/** `skip` and `most` count workers in the order of their names. */
export async function workersOf(
  ctx: CompanyContext,
  filter: WorklogFilter,
  parts: readonly Part[],
  { skip, most }: { skip: number; most: number },
): Promise<Worker[]> {
  const byName = new Intl.Collator(ctx.locale).compare;
  const byWorker = Map.groupBy(parts, ({ worker }) => worker);
  const people = await namesOf(ctx, [...byWorker.keys()], { skip, most });
  if (people.length === 0) return [];
  const within = {
    action: 'reports.read',
    filter: { ...filter, workerIds: people.map(({ userId }) => userId) },
  } as const;
  const days = Map.groupBy(await partsBy(ctx, ['worker', 'day'], within), ({ worker }) => worker);
  const byTask = await partsBy(ctx, ['worker', 'task'], within);
  const tasks = Map.groupBy(byTask, ({ worker }) => worker);
  const labels = await tasksOf(ctx, [...new Set(byTask.map(({ task }) => task))]);
  return people.map((person) => ({
    ...person,
    ...amountsOf(byWorker.get(person.userId) ?? []),
    days: daysIn(days.get(person.userId) ?? []),
    tasks: tasksIn(tasks.get(person.userId) ?? [], labels, byName),
  }));
}

const isOneOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`;

const namesOf = ({ db, company }: CompanyContext, ids: string[], { skip, most }: { skip: number; most: number }) =>
  db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', company.id)
    .where('m.userId', '=', isOneOf(ids))
    .select(['m.userId', 'u.name', sql<boolean>`m.deactivated_at is null`.as('isActive')])
    .orderBy('u.nameKey')
    .orderBy('m.userId')
    .limit(most)
    .offset(skip)
    .execute();

const tasksOf = async ({ db, company }: CompanyContext, ids: string[]) =>
  new Map(
    (
      await db
        .selectFrom('tasks as t')
        .innerJoin('projects as p', (join) =>
          join.onRef('p.companyId', '=', 't.companyId').onRef('p.id', '=', 't.projectId'),
        )
        .where('t.companyId', '=', company.id)
        .where('t.id', '=', isOneOf(ids))
        .select([
          't.id as taskId',
          't.name as taskName',
          't.kind',
          'p.id as projectId',
          'p.name as projectName',
          'p.colour',
        ])
        .execute()
    ).map((task) => [task.taskId, task]),
  );

type TaskLabels = Awaited<ReturnType<typeof tasksOf>>;

function daysIn(parts: readonly Part[]): Worker['days'] {
  return [
    ...Map.groupBy(
      parts.filter(({ minutes }) => minutes > 0),
      ({ day }) => day,
    ),
  ]
    .map(([day, same]) => {
      const { approved, pending, rejected } = amountsOf(same);
      return {
        day,
        approvedMinutes: approved.minutes,
        pendingMinutes: pending.minutes,
        rejectedMinutes: rejected.minutes,
      };
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

const tasksIn = (parts: readonly Part[], labels: TaskLabels, byName: Intl.Collator['compare']): Worker['tasks'] =>
  [...Map.groupBy(parts, ({ task }) => task)]
    .flatMap(([id, same]) => {
      const task = labels.get(id);
      return task ? [{ ...task, ...amountsOf(same) }] : [];
    })
    .sort((a, b) => byName(a.projectName, b.projectName) || byName(a.taskName, b.taskName));
