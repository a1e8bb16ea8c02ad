// Stable rows of a breakdown while the user reads them, and the row that has the keyboard focus.

import { useState } from 'react';
import { usePointerOrFocusWithin } from '../ui/pointer-or-focus-within.ts';
import { type Line, steadyLines } from './tree.ts';

type Options = {
  /** Identifies the view: rows of another view are never kept in this one. */
  view: string;
  /** False while the rows are placeholders of the previous filter. */
  isFresh: boolean;
};

export function useSteadyLines(fresh: readonly Line[], { view, isFresh }: Options) {
  const { isWithin, withinProps } = usePointerOrFocusWithin();
  const [taken, setTaken] = useState<{ view: string; lines: readonly Line[] } | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const held = taken?.view === view ? taken.lines : null;
  if (isWithin && isFresh && held === null && fresh.length > 0) setTaken({ view, lines: fresh });
  if (!isWithin && taken !== null) setTaken(null);
  return { ...steadyLines(held, fresh), current, setCurrent, showNewItems: () => setTaken(null), withinProps };
}
