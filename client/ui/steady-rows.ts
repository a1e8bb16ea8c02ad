// What a list of worklogs shows while the company goes on working: the rows being read stay where they are.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { ApiInput } from '../api.ts';
import { read } from '../queries.ts';
import { useReading } from './reading.ts';

export type Row = {
  worklog: Worklog;
  /** Someone else decided, changed or withdrew it, so that it is no longer in the filter. */
  isGone: boolean;
};

export type Seen = {
  /** What was on the screen when the reader came to the list; null when nobody is reading it. */
  held: readonly Worklog[] | null;
  /** The page as it is now. */
  fresh: readonly Worklog[];
  /** Those of the held that are still in the filter, on whatever page; undefined until that is known. */
  still?: readonly Worklog[] | undefined;
  /** What the reader changed themselves. */
  own: ReadonlySet<string>;
  pageSize: number;
};

/**
 * Held rows keep their places, with what is new in them; newcomers are counted and wait. What the reader changed comes and
 * goes at once. A row that was only pushed to another page is not gone.
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
  // A full page fills up from behind when rows leave it, which is no news.
  const behind = fresh.slice(fresh.findLastIndex((one) => !isNew(one)) + 1).length;
  const filledUp = held.length < pageSize ? 0 : Math.min(missing, behind);
  return { rows: withOwn(rows, fresh, own), arrived: fresh.filter(isNew).length - filledUp };
}

const here = new WeakMap<Worklog, Row>();

/** The same row for the same worklog, which then is not drawn anew. */
function asHere(worklog: Worklog): Row {
  const row = here.get(worklog) ?? { worklog, isGone: false };
  here.set(worklog, row);
  return row;
}

/** Each of the reader's own that came (back) stands after the one that it follows now. */
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
  /** What the page was asked with: rows of one page are never held in another. */
  asked: ApiInput<typeof list> & { pageSize: number };
  /** Not those of the filter before, which stand in while others come. */
  isFresh: boolean;
  own: ReadonlySet<string>;
  /** Something is selected or half done, so that the rows stay although nobody points at them. */
  isKept?: boolean;
};

/** The rows for the reader, and what the element around the list has to notice. */
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
  // Nothing is left to read: what came up meanwhile may come.
  const isStale = held === null || steady.rows.length === 0;
  if (isHolding && isFresh && isStale && fresh.length > 0) setTaken({ page, rows: fresh });
  if (!isHolding && taken !== null) setTaken(null);
  return {
    ...steady,
    /** What waits goes in, and is held from then on. */
    showArrived: () => setTaken(null),
    reading,
  };
}
