// Renders a long list in two steps: the rows down to the lower edge of the window in the first frame, the others in a deferred
// update. All rows at once when the list has the focus, or the page restores a position further down, so that nothing moves.

import { useElementScrollRestoration } from '@tanstack/react-router';
import { useState } from 'react';
import { useDeferred } from './deferred.ts';

type ProgressiveOptions<Row> = {
  keyOf: (row: Row) => string;
  /** Estimated minimum height of a row in pixels. */
  estimatedRowHeight: number;
  /** Rows of one group have a heading. */
  groupOf?: ((row: Row) => string) | undefined;
};

type RenderedRows<Row> = {
  /** Rows to render now, or null for all. Rows that are rendered already stay. */
  rendered: ReadonlySet<Row> | null;
  /** For when a row gets the focus: the next key may move to the last row. */
  renderAll: () => void;
};

const none: readonly never[] = [];

/** Estimated height in pixels above a list: bar, title and filters. */
const estimatedHeightAbove = 200;
const estimatedHeadingHeight = 28;

export function useProgressiveRows<Row>(rows: readonly Row[], options: ProgressiveOptions<Row>): RenderedRows<Row> {
  const { keyOf } = options;
  const deferred = useDeferred(rows, none);
  const [requestedWhole, setRequestedWhole] = useState<readonly Row[]>(none);
  const restoredScroll = useElementScrollRestoration({ getElement: () => window });
  const renderAll = () => setRequestedWhole(rows);
  const isWhole = deferred === rows || requestedWhole === rows || (restoredScroll?.scrollY ?? 0) > window.scrollY;
  if (isWhole) return { rendered: null, renderAll };
  const first = countInSight(rows, options);
  const before = new Set(deferred.map(keyOf));
  return {
    rendered: new Set(rows.filter((row, index) => index < first || before.has(keyOf(row)))),
    renderAll,
  };
}

function countInSight<Row>(rows: readonly Row[], { estimatedRowHeight, groupOf }: ProgressiveOptions<Row>): number {
  let remainingHeight = window.scrollY + window.innerHeight - estimatedHeightAbove;
  let group: string | undefined;
  let count = 0;
  for (const row of rows) {
    if (remainingHeight <= 0) break;
    const before = group;
    group = groupOf?.(row);
    remainingHeight -= group === before ? estimatedRowHeight : estimatedHeadingHeight + estimatedRowHeight;
    count += 1;
  }
  return count;
}
