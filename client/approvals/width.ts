// How much room a row has: a card, a table that folds columns together, or the whole table.

import { useIsLargeScreen, useIsNarrow } from '../shell/width.ts';

export type Width = 'card' | 'folded' | 'whole';

export function useWidth(): Width {
  const isNarrow = useIsNarrow();
  const isWhole = useIsLargeScreen();
  if (isNarrow) return 'card';
  return isWhole ? 'whole' : 'folded';
}
