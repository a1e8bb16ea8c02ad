// Renders a long list in two steps: the rows in sight in the first frame, the others in a deferred update. All rows at once when
// the list has the focus, or the page is scrolled or restores its scroll position, so that nothing moves.

import { useElementScrollRestoration } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

type Options<Row> = {
  keyOf: (row: Row) => string;
  /** Estimated minimum height of a row in pixels. */
  usualHeight: number;
  /** Rows of one group have a heading, and such lists have summary figures above them. */
  groupOf?: ((row: Row) => string) | undefined;
};

type Turn<Row> = {
  /** Rows to render now, or null for all. Rows that are rendered already stay. */
  drawn: ReadonlySet<Row> | null;
  /** For when a row gets the focus: the next key may move to the last row. */
  drawAll: () => void;
};

const none: readonly never[] = [];

/** Estimated height in pixels above a list: bar, title and filters, with or without summary figures. */
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
