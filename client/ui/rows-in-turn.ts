// A long list comes in two turns: what fills the window in the first frame, the rest right after it, while the page listens
// already. Whoever is in it, has scrolled down, or comes back to where they had, gets it whole, so that nothing moves.

import { useElementScrollRestoration } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

type Options<Row> = { keyOf: (row: Row) => string; usualHeight: number };

type Turn<Row> = {
  /** Those to draw now, or null for all. None that is drawn already goes away meanwhile. */
  drawn: ReadonlySet<Row> | null;
  /** For the focus: the next key may lead to the last row. */
  drawAll: () => void;
};

const none: readonly never[] = [];

/** What is above a list on a page: its bar, its title and its filters. */
const usuallyAbove = 300;

export function useRowsInTurn<Row>(rows: readonly Row[], { keyOf, usualHeight }: Options<Row>): Turn<Row> {
  const settled = useDeferredValue(rows, none);
  const [wanted, setWanted] = useState<readonly Row[]>(none);
  const returned = useElementScrollRestoration({ getElement: () => window });
  const drawAll = () => setWanted(rows);
  const isWhole = settled === rows || wanted === rows || window.scrollY > 0 || (returned?.scrollY ?? 0) > 0;
  if (isWhole) return { drawn: null, drawAll };
  const first = Math.ceil((window.innerHeight - usuallyAbove) / usualHeight);
  const before = new Set(settled.map(keyOf));
  return { drawn: new Set(rows.filter((row, index) => index < first || before.has(keyOf(row)))), drawAll };
}
