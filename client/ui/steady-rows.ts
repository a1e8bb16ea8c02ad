// Stable rows of a list of worklogs: while the user interacts with the list, changes made by others do not move its rows.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { ApiInput } from '../api.ts';
import { read } from '../queries.ts';
import { useReading } from './reading.ts';

export type Row = {
  worklog: Worklog;
  /** It no longer matches the filter, because somebody else changed it. */
  isGone: boolean;
};

export type Seen = {
  /** The rows shown when the interaction began; null without interaction. */
  held: readonly Worklog[] | null;
  /** The current page. */
  fresh: readonly Worklog[];
  /** Held rows that still match the filter, on any page; undefined until that is known. */
  still?: readonly Worklog[] | undefined;
  /** Ids of worklogs that the user changed in this list. */
  own: ReadonlySet<string>;
  pageSize: number;
};

/**
 * Held rows keep their places and show their new values; new rows are only counted. Own changes bypass this and are shown at
 * once. A row that was only pushed to another page is not gone.
 */
export function steadyRows({ held, fresh, still, own, pageSize }: Seen): { rows: Row[]; arrived: number } {
  if (held === null) return { rows: fresh.map(asHere), arrived: 0 };
  const now = new Map([...(still ?? []), ...fresh].map((worklog) => [worklog.id, worklog]));
  const rows = held
    .filter(({ id }) => now.has(id) || !own.has(id))
    .map((one): Row => {
      const isGone = still !== undefined && !now.has(one.id);
      return isGone ? { worklog: one, isGone } : asHere(now.get(one.id) ?? one);
    });
  const known = new Set(held.map(({ id }) => id));
  const isNew = ({ id }: Worklog) => !known.has(id) && !own.has(id);
  const missing = held.filter(({ id }) => !fresh.some((one) => one.id === id)).length;
  // When rows leave a full page, rows of the next page move up, which are not new.
  const newAtEnd = fresh.slice(fresh.findLastIndex((one) => !isNew(one)) + 1).length;
  const movedUp = held.length < pageSize ? 0 : Math.min(missing, newAtEnd);
  return { rows: withOwn(rows, fresh, own), arrived: fresh.filter(isNew).length - movedUp };
}

const here = new WeakMap<Worklog, Row>();

/** The same row object for the same worklog, so that it is not rendered again. */
function asHere(worklog: Worklog): Row {
  const row = here.get(worklog) ?? { worklog, isGone: false };
  here.set(worklog, row);
  return row;
}

/** Inserts locally changed worklogs that are on the page (again) at their current position. */
function withOwn(rows: readonly Row[], fresh: readonly Worklog[], own: ReadonlySet<string>): Row[] {
  const all = [...rows];
  const indexOf = (id: string) => all.findIndex(({ worklog }) => worklog.id === id);
  fresh.forEach((worklog, index) => {
    if (!own.has(worklog.id) || indexOf(worklog.id) >= 0) return;
    const before = fresh.slice(0, index).findLast(({ id }) => indexOf(id) >= 0);
    all.splice(before ? indexOf(before.id) + 1 : 0, 0, asHere(worklog));
  });
  return all;
}

const list = 'GET /companies/{companyId}/worklogs';

type Options = {
  /** Input of the request of the page: rows are held for the same page only. */
  asked: ApiInput<typeof list> & { pageSize: number };
  /** False while the rows of the previous filter are shown as placeholders. */
  isFresh: boolean;
  own: ReadonlySet<string>;
  /** Also hold the rows without interaction, because something is selected or in progress. */
  isKept?: boolean;
};

/** The rows to show, and the props of the element around the list. */
export function useSteadyRows(fresh: readonly Worklog[], { asked, isFresh, own, isKept = false }: Options) {
  const page = JSON.stringify(asked);
  const { isReading, reading } = useReading();
  const [taken, setTaken] = useState<{ page: string; rows: readonly Worklog[] } | null>(null);
  const held = taken?.page === page ? taken.rows : null;
  const ids = (held ?? []).map(({ id }) => id).sort();
  const { data: still } = useQuery({
    ...read('worklogs', list, { ...asked, ids, page: 1, pageSize: 100 }),
    enabled: ids.some((id) => !fresh.some((one) => one.id === id)),
  });
  const steady = steadyRows({ held, fresh, still: still?.worklogs, own, pageSize: asked.pageSize });
  const isHolding = isReading || isKept;
  // All held rows are gone: show the current page.
  const isStale = held === null || steady.rows.length === 0;
  if (isHolding && isFresh && isStale && fresh.length > 0) setTaken({ page, rows: fresh });
  if (!isHolding && taken !== null) setTaken(null);
  return {
    ...steady,
    /** Shows the current page and holds it from then on. */
    showArrived: () => setTaken(null),
    reading,
  };
}
