// The rows of the list: decisions on their way to the server, workers, groups.

import type { Decision, WorklogStatus } from '#domain/worklogs.ts';
import type { StableRow } from '../worklog/stable-rows.ts';
import type { StatusChoice } from './filter.ts';

const outcomes: Record<Decision, WorklogStatus> = { approve: 'approved', reject: 'rejected', reopen: 'pending' };

/** Decisions on their way to the server show at once: the new status, or no row where the filter leaves it out. */
export function withUnderway(
  rows: readonly StableRow[],
  underway: ReadonlyMap<string, Decision>,
  shown: StatusChoice,
): StableRow[] {
  return rows.flatMap((row) => {
    const decision = underway.get(row.worklog.id);
    if (!decision) return [row];
    const status = outcomes[decision];
    return shown === 'all' || shown === status ? [{ ...row, worklog: { ...row.worklog, status } }] : [];
  });
}

/** Worker by worker, each in the order of the list. */
export const byWorker = (rows: readonly StableRow[]): StableRow[] =>
  [...rows].sort(
    (a, b) =>
      a.worklog.workerName.localeCompare(b.worklog.workerName) || a.worklog.workerId.localeCompare(b.worklog.workerId),
  );

type Cut = { grouping: 'day' | 'worker'; page: number; pages: number };

/** Whether a group may go on over the page: workers always where there are several pages, days only at the page's ends. */
export function isCut(group: readonly StableRow[], all: readonly StableRow[], { grouping, page, pages }: Cut): boolean {
  if (pages <= 1) return false;
  if (grouping === 'worker') return true;
  const day = group[0]?.worklog.day;
  return (page > 1 && all[0]?.worklog.day === day) || (page < pages && all.at(-1)?.worklog.day === day);
}
