// The lines of a breakdown for whoever reads them, and which of them has the keys.

import { useState } from 'react';
import { usePointerOrFocusWithin } from '../ui/pointer-or-focus-within.ts';
import { type Line, steadyLines } from './tree.ts';

type Options = {
  /** What the reader chose to see: lines of another view are never held in this one. */
  view: string;
  /** Not those of the filter before, which stand in while others come. */
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
