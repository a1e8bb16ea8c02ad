// The layout of the list by screen width: cards, a table with folded columns, or the whole table.

import { useIsLargeScreen, useIsNarrow } from '../ui/width.ts';

export type ListWidth = 'card' | 'folded' | 'whole';

export function useListWidth(): ListWidth {
  const isNarrow = useIsNarrow();
  const isWhole = useIsLargeScreen();
  if (isNarrow) return 'card';
  return isWhole ? 'whole' : 'folded';
}
