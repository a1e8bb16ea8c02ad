// Payroll totals as they were exported: stored when a period is closed and when a payroll file was written completely, and compared
// with the current totals of the same period. Only approved worklogs count. Exports by somebody who sees only some projects are not
// the company's payroll and are not stored.

import { sql } from 'kysely';

import { type Money, sumByCurrency } from '#domain/money.ts';
import { isLimitedToProjects, scopeOf } from '#domain/permissions.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import { newId } from '../db/ids.ts';
import type { WorklogFilter } from '../reports/worklog-filter.ts';
import type { Viewer } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';

type WorkerTotals = { minutes: number; expenses: Money[] };

export type ExportedTotals = WorkerTotals & { at: Date; byName: string };

type Export = DayRange & { kind: 'closed' | 'file'; workerIds: readonly string[] | null; at: Date };

/** In the same transaction, and so snapshot, that read the rows. */
export async function storeExport({ db, company, person }: Viewer, { kind, from, to, workerIds, at }: Export) {
  await sql`
    insert into payroll_exports (company_id, id, kind, from_day, to_day, exported_by, exported_at, worker_ids, totals)
    select k.id, ${newId()}, ${kind}, ${from}, ${to}, ${person.id}, ${at}, to_jsonb(${workerIds}::uuid[]),
      (select coalesce(jsonb_object_agg(t.worker_id, jsonb_build_object('minutes', t.minutes, 'expenses', t.expenses)), '{}')
    from (
      select c.worker_id, sum(c.minutes) as minutes,
        coalesce(jsonb_agg(jsonb_build_object('amountMinor', c.amount, 'currency', c.currency) order by c.currency)
          filter (where c.amount > 0), '[]') as expenses
      from (
        select w.worker_id, w.currency, coalesce(sum(w.minutes), 0) as minutes, coalesce(sum(w.amount_minor), 0) as amount
        from worklogs w
        where w.company_id = ${company.id} and w.status = 'approved' and w.day between ${from} and ${to}
          and (${workerIds}::uuid[] is null or w.worker_id = any(${workerIds}::uuid[]))
        group by 1, 2) c
      group by 1) t)
    from companies k where k.id = ${company.id}`.execute(db);
}

/** Stores a payroll file without filters other than days and workers, by somebody who sees the whole company. */
export async function storeFileExport(viewer: Viewer, filter: WorklogFilter, at: Date): Promise<void> {
  // The file has all statuses; any other filter, future ones included, makes it incomplete.
  const { from, to, workerIds = null, statuses: _, ...others } = filter;
  const isWhole = Object.values(others).every((one) => one === undefined);
  if (from === undefined || to === undefined || !isWhole || scopeOf(viewer.company, 'reports.read') !== 'all') return;
  await storeExport(viewer, { kind: 'file', from, to, workerIds, at });
}

/** The last export of exactly this period that included a worker; null if there is none. */
export async function findExports(ctx: CompanyContext, { from, to, workerIds }: WorklogFilter & DayRange) {
  const exports = isComparable(ctx) ? await listExports(ctx, { from, to }) : [];
  const own = scopeOf(ctx.company, 'reports.read') === 'own' ? [ctx.person.id] : undefined;
  const isRequested = (id: string) => (workerIds ?? [id]).includes(id) && (own ?? [id]).includes(id);
  const of = (workerId: string): ExportedTotals | null => {
    const last = exports.find((one) => one.workerIds === null || one.workerIds.includes(workerId));
    if (!last) return null;
    const { minutes = 0, expenses = [] } = last.totals[workerId] ?? {};
    return { minutes, expenses, at: last.exportedAt, byName: last.byName };
  };
  const workers = [...new Set(exports.flatMap(({ totals }) => Object.keys(totals)))].filter(isRequested);
  return { of, workers };
}

/** People who see only some projects have other totals than the company's export. */
const isComparable = (ctx: CompanyContext): boolean => !isLimitedToProjects(scopeOf(ctx.company, 'reports.read'));

type ExportRow = { exportedAt: Date; byName: string; workerIds: string[] | null; totals: Record<string, WorkerTotals> };

const maxExports = 50;

async function listExports({ db, company }: CompanyContext, { from, to }: DayRange): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select e.exported_at, u.name as by_name, e.worker_ids, e.totals
    from payroll_exports e join users u on u.id = e.exported_by
    where e.company_id = ${company.id} and e.from_day = ${from} and e.to_day = ${to} and e.exported_at >= coalesce((
      select max(whole.exported_at) from payroll_exports whole
      where whole.company_id = ${company.id} and whole.from_day = ${from} and whole.to_day = ${to}
        and whole.worker_ids is null), '-infinity')
    order by e.exported_at desc, e.id desc limit ${maxExports}`.execute(db);
  return rows;
}

export const isSameTotals = (exported: WorkerTotals, now: WorkerTotals): boolean =>
  exported.minutes === now.minutes && comparableText(exported.expenses) === comparableText(now.expenses);

const comparableText = (expenses: readonly Money[]): string =>
  sumByCurrency(expenses)
    .map(({ amountMinor, currency }) => `${amountMinor} ${currency}`)
    .sort()
    .join();
