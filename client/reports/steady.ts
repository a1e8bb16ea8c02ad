// The lines of a breakdown for whoever reads them, and which of them has the keys.

import { useState } from 'react';
import { useReading } from '../ui/reading.ts';
import { type Line, steadyLines } from './tree.ts';

type Options = {
  /** What the reader chose to see: lines of another view are never held in this one. */
  view: string;
  /** Not those of the filter before, which stand in while others come. */
  isFresh: boolean;
};

export function useSteadyLines(fresh: readonly Line[], { view, isFresh }: Options) {
  const { isReading, reading } = useReading();
  const [taken, setTaken] = useState<{ view: string; lines: readonly Line[] } | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const held = taken?.view === view ? taken.lines : null;
  if (isReading && isFresh && held === null && fresh.length > 0) setTaken({ view, lines: fresh });
  if (!isReading && taken !== null) setTaken(null);
  return { ...steadyLines(held, fresh), current, setCurrent, showArrived: () => setTaken(null), reading };
}
