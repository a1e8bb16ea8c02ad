// The layout of the list by screen width: cards, a table with combined columns, or all columns.

import { useIsLargeScreen, useIsNarrow } from '../ui/width.ts';

export type ListWidth = 'card' | 'compact' | 'full';

export function useListWidth(): ListWidth {
  const isNarrow = useIsNarrow();
  const isLargeScreen = useIsLargeScreen();
  if (isNarrow) return 'card';
  return isLargeScreen ? 'full' : 'compact';
}
