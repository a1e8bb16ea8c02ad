// Stable rows of a list of worklogs: while the user interacts with the list, changes made by others do not move its rows.

import { useQuery } from '@tanstack/react-query';
import type { Worklog } from '#contract/worklogs.ts';
import type { ApiInput } from '../api.ts';
import { apiQuery } from '../queries.ts';
import { useHeldRows } from '../ui/held-rows.ts';

export type StableRow = {
  worklog: Worklog;
  /** It no longer matches the filter, because somebody else changed it. */
  isGone: boolean;
};

export type StableRowsInput = {
  /** The rows shown when the interaction began; null without interaction. */
  held: readonly Worklog[] | null;
  /** The current page. */
  current: readonly Worklog[];
  /** Held rows that still match the filter, on any page; undefined until that is known. */
  stillMatching?: readonly Worklog[] | undefined;
  /** Ids of worklogs that the user changed in this list. */
  locallyChangedIds: ReadonlySet<string>;
  pageSize: number;
};

/**
 * Held rows keep their places and show their new values; new rows are only counted. Own changes bypass this and are shown at
 * once. A row that was only pushed to another page is not gone.
 */
export function stableRows({ held, current, stillMatching, locallyChangedIds, pageSize }: StableRowsInput): {
  rows: StableRow[];
  newCount: number;
} {
  if (held === null) return { rows: current.map(toRow), newCount: 0 };
  const now = new Map([...(stillMatching ?? []), ...current].map((worklog) => [worklog.id, worklog]));
  const rows = held
    .filter(({ id }) => now.has(id) || !locallyChangedIds.has(id))
    .map((one): StableRow => {
      const isGone = stillMatching !== undefined && !now.has(one.id);
      return isGone ? { worklog: one, isGone } : toRow(now.get(one.id) ?? one);
    });
  const known = new Set(held.map(({ id }) => id));
  const isNew = ({ id }: Worklog) => !known.has(id) && !locallyChangedIds.has(id);
  const missing = held.filter(({ id }) => !current.some((one) => one.id === id)).length;
  // When rows leave a full page, rows of the next page move up, which are not new.
  const newAtEnd = current.slice(current.findLastIndex((one) => !isNew(one)) + 1).length;
  const movedUp = held.length < pageSize ? 0 : Math.min(missing, newAtEnd);
  return { rows: withLocalChanges(rows, current, locallyChangedIds), newCount: current.filter(isNew).length - movedUp };
}

const rowCache = new WeakMap<Worklog, StableRow>();

/** The same row object for the same worklog, so that it is not rendered again. */
function toRow(worklog: Worklog): StableRow {
  const row = rowCache.get(worklog) ?? { worklog, isGone: false };
  rowCache.set(worklog, row);
  return row;
}

/** Inserts locally changed worklogs that are on the page (again) at their current position. */
function withLocalChanges(
  rows: readonly StableRow[],
  current: readonly Worklog[],
  locallyChangedIds: ReadonlySet<string>,
): StableRow[] {
  const all = [...rows];
  const indexOf = (id: string) => all.findIndex(({ worklog }) => worklog.id === id);
  current.forEach((worklog, index) => {
    if (!locallyChangedIds.has(worklog.id) || indexOf(worklog.id) >= 0) return;
    const before = current.slice(0, index).findLast(({ id }) => indexOf(id) >= 0);
    all.splice(before ? indexOf(before.id) + 1 : 0, 0, toRow(worklog));
  });
  return all;
}

const list = 'GET /companies/{companyId}/worklogs';

type StableRowsOptions = {
  /** Input of the request of the page: rows are held for the same page only. */
  input: ApiInput<typeof list> & { pageSize: number };
  /** False while the rows of the previous filter are shown as placeholders. */
  isFresh: boolean;
  locallyChangedIds: ReadonlySet<string>;
  /** Also hold the rows without interaction, because something is selected or in progress. */
  isHeld?: boolean;
};

/** The rows to show, and the props of the element around the list. */
export function useStableRows(
  current: readonly Worklog[],
  { input, isFresh, locallyChangedIds, isHeld = false }: StableRowsOptions,
) {
  const { held, hold, ...interaction } = useHeldRows<Worklog>({ view: JSON.stringify(input), isHeld });
  const ids = (held ?? []).map(({ id }) => id).sort();
  const { data: stillMatching } = useQuery({
    ...apiQuery('worklogs', list, { ...input, ids, page: 1, pageSize: 100 }),
    enabled: ids.some((id) => !current.some((one) => one.id === id)),
  });
  const stable = stableRows({
    held,
    current,
    stillMatching: stillMatching?.worklogs,
    locallyChangedIds,
    pageSize: input.pageSize,
  });
  // All held rows are gone: show the current page.
  const isStale = held === null || stable.rows.length === 0;
  if (isFresh && isStale) hold(current);
  return { ...stable, ...interaction };
}
