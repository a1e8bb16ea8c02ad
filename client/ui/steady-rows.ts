// What a list of worklogs shows while the company goes on working: the rows being read stay where they are.

import { type FocusEvent, type PointerEvent, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';

export type Row = {
  worklog: Worklog;
  /** Someone else decided, changed or withdrew it, so that it is no longer in the filter. */
  isGone: boolean;
};

/**
 * `held`: what was on the screen when the reader came to the list; null when nobody is reading it. Held rows keep their
 * places, with what is new in them; newcomers are counted and wait. What the reader changed themselves (`own`) comes
 * and goes at once, and what they changed leaves.
 */
export function steadyRows(
  held: readonly Worklog[] | null,
  fresh: readonly Worklog[],
  own: ReadonlySet<string>,
): { rows: Row[]; arrived: number } {
  const isBack = held !== null && fresh.some(({ id }) => own.has(id) && !held.some((one) => one.id === id));
  if (held === null || isBack) return { rows: fresh.map((worklog) => ({ worklog, isGone: false })), arrived: 0 };
  const now = new Map(fresh.map((worklog) => [worklog.id, worklog]));
  const known = new Set(held.map(({ id }) => id));
  const rows = held.map((worklog) => ({ worklog: now.get(worklog.id) ?? worklog, isGone: !now.has(worklog.id) }));
  // For each that left, the page fills up with one from behind it, which is no news.
  const left = rows.filter(({ isGone }) => isGone).length;
  return {
    rows: rows.filter(({ worklog, isGone }) => !(isGone && own.has(worklog.id))),
    arrived: Math.max(0, fresh.filter(({ id }) => !known.has(id)).length - left),
  };
}

type Options = {
  /** Not those of the filter before, which stand in while others come. */
  isFresh: boolean;
  own: ReadonlySet<string>;
  /** Something is selected or half done, so that the rows stay although nobody points at them. */
  isKept?: boolean;
};

/** The rows for the reader, and what the element around the list has to notice. */
export function useSteadyRows(fresh: readonly Worklog[], { isFresh, own, isKept = false }: Options) {
  const [held, setHeld] = useState<readonly Worklog[] | null>(null);
  const hold = () => setHeld((before) => before ?? (isFresh ? fresh : null));
  const letGo = () => !isKept && setHeld(null);
  return {
    ...steadyRows(held, fresh, own),
    showArrived: () => setHeld(fresh),
    follow: () => setHeld(null),
    reading: {
      onPointerEnter: hold,
      onPointerLeave: (event: PointerEvent) => !event.currentTarget.contains(document.activeElement) && letGo(),
      onFocus: hold,
      onBlur: (event: FocusEvent) => !isWithin(event) && letGo(),
    },
  };
}

const isWithin = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
