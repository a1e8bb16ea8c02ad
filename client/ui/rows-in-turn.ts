// A long list comes in two turns: what fills the window in the first frame, the rest right after it, while the page
// listens already. Whoever has scrolled down, or comes back to where they had, gets it whole, so that nothing moves.

import { useElementScrollRestoration } from '@tanstack/react-router';
import { useDeferredValue } from 'react';

type Options<Row> = { keyOf: (row: Row) => string; usualHeight: number };

const none: readonly never[] = [];

/** What is above a list on a page: its bar, its title and its filters. */
const usuallyAbove = 300;

/** Those to draw now, or null for all. None that is drawn already goes away meanwhile. */
export function useRowsInTurn<Row>(rows: readonly Row[], options: Options<Row>): ReadonlySet<Row> | null {
  const settled = useDeferredValue(rows, none);
  const returned = useElementScrollRestoration({ getElement: () => window });
  if (settled === rows || window.scrollY > 0 || (returned && returned.scrollY > 0)) return null;
  const { keyOf, usualHeight } = options;
  const first = Math.ceil((window.innerHeight - usuallyAbove) / usualHeight);
  const before = new Set(settled.map(keyOf));
  return new Set(rows.filter((row, index) => index < first || before.has(keyOf(row))));
}
