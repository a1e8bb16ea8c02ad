// A long list comes in two turns: what fills the window in the first frame, the rest right after it, while the page listens
// already. Whoever is in it, has scrolled down, or comes back to where they had, gets it whole, so that nothing moves.

import { useElementScrollRestoration } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

type Options<Row> = {
  keyOf: (row: Row) => string;
  /** What a row takes at least, most of the time. */
  usualHeight: number;
  /** Rows of one group stand under a heading, and their list under the figures of its filter. */
  groupOf?: ((row: Row) => string) | undefined;
};

type Turn<Row> = {
  /** Those to draw now, or null for all. None that is drawn already goes away meanwhile. */
  drawn: ReadonlySet<Row> | null;
  /** For the focus: the next key may lead to the last row. */
  drawAll: () => void;
};

const none: readonly never[] = [];

/** What is above a list on a page: its bar, its title and its filters, with the figures of what is filtered. */
const usuallyAbove = { plain: 300, withFigures: 380 };
const usualHeading = 37;

export function useRowsInTurn<Row>(rows: readonly Row[], options: Options<Row>): Turn<Row> {
  const { keyOf } = options;
  const settled = useDeferredValue(rows, none);
  const [wanted, setWanted] = useState<readonly Row[]>(none);
  const returned = useElementScrollRestoration({ getElement: () => window });
  const drawAll = () => setWanted(rows);
  const isWhole = settled === rows || wanted === rows || window.scrollY > 0 || (returned?.scrollY ?? 0) > 0;
  if (isWhole) return { drawn: null, drawAll };
  const first = countInSight(rows, options);
  const before = new Set(settled.map(keyOf));
  return { drawn: new Set(rows.filter((row, index) => index < first || before.has(keyOf(row)))), drawAll };
}

function countInSight<Row>(rows: readonly Row[], { usualHeight, groupOf }: Options<Row>): number {
  let room = window.innerHeight - (groupOf ? usuallyAbove.withFigures : usuallyAbove.plain);
  let group: string | undefined;
  let count = 0;
  for (const row of rows) {
    if (room <= 0) break;
    const isHeaded = groupOf !== undefined && groupOf(row) !== group;
    group = groupOf?.(row);
    room -= isHeaded ? usualHeading + usualHeight : usualHeight;
    count += 1;
  }
  return count;
}
