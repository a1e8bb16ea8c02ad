// The rows of the list: optimistic decisions, order by worker, groups.

import type { Decision } from '#domain/worklogs.ts';
import type { StableRow } from '../worklog/stable-rows.ts';
import { decisionTexts } from './decisions.ts';
import type { StatusChoice } from './filter.ts';

/** Applies decisions that are being sent: the new status, or no row if the filter excludes it. */
export function withOptimisticDecisions(
  rows: readonly StableRow[],
  optimistic: ReadonlyMap<string, Decision>,
  shown: StatusChoice,
): StableRow[] {
  return rows.flatMap((row) => {
    const decision = optimistic.get(row.worklog.id);
    if (!decision) return [row];
    const status = decisionTexts[decision].status;
    return shown === 'all' || shown === status ? [{ ...row, worklog: { ...row.worklog, status } }] : [];
  });
}

/** Sorts by worker and keeps the order of each worker's rows. */
export const sortByWorker = (rows: readonly StableRow[]): StableRow[] =>
  [...rows].sort(
    (a, b) =>
      a.worklog.workerName.localeCompare(b.worklog.workerName) || a.worklog.workerId.localeCompare(b.worklog.workerId),
  );

type Pagination = { grouping: 'day' | 'worker'; page: number; pages: number };

/** Whether a group may continue on another page: workers always if there are several pages, days only at the ends of a page. */
export function isSplitGroup(
  group: readonly StableRow[],
  all: readonly StableRow[],
  { grouping, page, pages }: Pagination,
): boolean {
  if (pages <= 1) return false;
  if (grouping === 'worker') return true;
  const day = group[0]?.worklog.day;
  return (page > 1 && all[0]?.worklog.day === day) || (page < pages && all.at(-1)?.worklog.day === day);
}
