// One page of workers in the payroll: their sums by status, by day and by task, computed from the same parts as all reports.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { payrollAmounts, payrollWorker } from '#contract/payroll.ts';
import { sumByCurrency } from '#domain/money.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { partsBy, type ReportPart } from '../reports/parts.ts';
import type { WorklogFilter } from '../reports/worklog-filter.ts';
import type { CompanyContext } from '../request/context.ts';
import type { paginate } from '../request/paging.ts';
import { clientNameColumn, tasksWithProject } from '../request/tasks.ts';
import { type ExportedTotals, type findExports, isSameTotals } from './exports.ts';

type WorkerInput = z.input<typeof payrollWorker>;
type Amounts = z.input<typeof payrollAmounts>;
type ByStatus = Record<WorklogStatus, Amounts>;

export const amountsOf = (parts: readonly ReportPart[]): ByStatus => ({
  approved: amountsIn('approved', parts),
  pending: amountsIn('pending', parts),
  rejected: amountsIn('rejected', parts),
});

function amountsIn(ofStatus: WorklogStatus, parts: readonly ReportPart[]): Amounts {
  const own = parts.filter(({ status }) => status === ofStatus);
  return {
    items: own.reduce((sum, { items }) => sum + items, 0),
    minutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
    // An amount of zero comes only from timed worklogs: it is not an expense.
    expenses: sumByCurrency(own.filter(({ amountMinor }) => amountMinor > 0)),
  };
}

export async function workersOf(
  ctx: CompanyContext,
  filter: WorklogFilter,
  { parts, exports }: { parts: readonly ReportPart[]; exports: Awaited<ReturnType<typeof findExports>> },
  paging: Paging,
) {
  const compare = new Intl.Collator(ctx.locale).compare;
  const byWorker = Map.groupBy(parts, ({ worker }) => worker);
  const named = await namesOf(ctx, [...new Set([...byWorker.keys(), ...exports.workers])], paging);
  const { rows: people, place } = paging.cut(named);
  if (people.length === 0) return { workers: [], place };
  const within = {
    action: 'reports.read',
    filter: { ...filter, workerIds: people.map(({ userId }) => userId) },
  } as const;
  const days = Map.groupBy(await partsBy(ctx, ['worker', 'day'], within), ({ worker }) => worker);
  const byTask = await partsBy(ctx, ['worker', 'task'], within);
  const tasks = Map.groupBy(byTask, ({ worker }) => worker);
  const labels = await tasksOf(ctx, [...new Set(byTask.map(({ task }) => task))]);
  const workers: WorkerInput[] = people.map((person) => ({
    ...withExported(exports.of(person.userId), { ...person, ...amountsOf(byWorker.get(person.userId) ?? []) }),
    days: daysIn(days.get(person.userId) ?? []),
    tasks: tasksIn(tasks.get(person.userId) ?? [], labels, compare),
  }));
  return { workers, place };
}

function withExported<W extends ByStatus>(exported: ExportedTotals | null, worker: W) {
  if (exported === null) return { ...worker, exported };
  const { at, ...was } = exported;
  return { ...worker, exported: { ...was, at: at.toISOString(), differs: !isSameTotals(was, worker.approved) } };
}

const anyIdOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`;

export const payrollSortKeys = [
  { by: sql`u.name_key`, type: 'text', direction: 'asc' },
  { by: sql`m.user_id`, type: 'uuid', direction: 'asc' },
] as const;

type Paging = ReturnType<typeof paginate>;

const namesOf = ({ db, company }: CompanyContext, ids: string[], paging: Paging) =>
  db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', company.id)
    .where('m.userId', '=', anyIdOf(ids))
    .select(['m.userId', 'u.name', sql<boolean>`m.deactivated_at is null`.as('isActive')])
    .$call(paging.select)
    .execute();

const tasksOf = async ({ db, company }: CompanyContext, ids: string[]) =>
  new Map(
    (
      await tasksWithProject(db)
        .where('t.companyId', '=', company.id)
        .where('t.id', '=', anyIdOf(ids))
        .select([
          't.id as taskId',
          't.name as taskName',
          't.kind',
          'p.id as projectId',
          'p.name as projectName',
          'p.colour',
        ])
        .select(clientNameColumn(company))
        .execute()
    ).map((task) => [task.taskId, task]),
  );

type TaskLabels = Awaited<ReturnType<typeof tasksOf>>;

function daysIn(parts: readonly ReportPart[]): WorkerInput['days'] {
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

const tasksIn = (
  parts: readonly ReportPart[],
  labels: TaskLabels,
  compare: Intl.Collator['compare'],
): WorkerInput['tasks'] =>
  [...Map.groupBy(parts, ({ task }) => task)]
    .flatMap(([id, same]) => {
      const task = labels.get(id);
      return task ? [{ ...task, ...amountsOf(same) }] : [];
    })
    .sort(
      (a, b) =>
        compare(a.clientName ?? '', b.clientName ?? '') ||
        compare(a.projectName, b.projectName) ||
        compare(a.taskName, b.taskName),
    );
