// Stable rows of a breakdown while the user reads them, and the row that has the keyboard focus.

import { useState } from 'react';
import { usePointerOrFocusWithin } from '../ui/pointer-or-focus-within.ts';
import { stableLines, type TreeLine } from './tree.ts';

type Options = {
  /** Identifies the view: rows of another view are never kept in this one. */
  view: string;
  /** False while the rows are placeholders of the previous filter. */
  isFresh: boolean;
};

export function useStableLines(fresh: readonly TreeLine[], { view, isFresh }: Options) {
  const { isWithin, withinProps } = usePointerOrFocusWithin();
  const [snapshot, setSnapshot] = useState<{ view: string; lines: readonly TreeLine[] } | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const kept = snapshot?.view === view ? snapshot.lines : null;
  if (isWithin && isFresh && kept === null && fresh.length > 0) setSnapshot({ view, lines: fresh });
  if (!isWithin && snapshot !== null) setSnapshot(null);
  return { ...stableLines(kept, fresh), current, setCurrent, showNewItems: () => setSnapshot(null), withinProps };
}
