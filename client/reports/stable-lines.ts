// Stable lines of a breakdown while the user reads them, and the line that has the keyboard focus.

import { useState } from 'react';
import { useHeldRows } from '../ui/held-rows.ts';
import type { TreeLine } from './tree.ts';

type Options = {
  view: string;
  /** False while the lines are placeholders of the previous filter. */
  isFresh: boolean;
};

export function useStableLines(fresh: readonly TreeLine[], { view, isFresh }: Options) {
  const { held, hold, ...interaction } = useHeldRows<TreeLine>({ view });
  const [current, setCurrent] = useState<string | null>(null);
  if (isFresh && held === null) hold(fresh);
  return { ...stableLines(held, fresh), ...interaction, current, setCurrent };
}

/**
 * Keeps lines in place while the user reads: existing lines show new numbers, lines that left the filter are marked as gone,
 * and new lines are only counted.
 */
export function stableLines(
  kept: readonly TreeLine[] | null,
  fresh: readonly TreeLine[],
): { lines: readonly TreeLine[]; newCount: number } {
  if (kept === null) return { lines: fresh, newCount: 0 };
  const now = new Map(fresh.map((line) => [line.key, line]));
  const known = new Set(kept.map(({ key }) => key));
  const lines = kept.map((line): TreeLine => {
    const { position, siblings } = line;
    const found = now.get(line.key);
    if (found) return { ...found, position, siblings };
    return line.kind === 'sums' ? { ...line, isGone: true } : line;
  });
  return { lines, newCount: fresh.filter(({ key }) => !known.has(key)).length };
}
