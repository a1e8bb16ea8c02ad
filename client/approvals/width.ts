// How much room a row has: a card, a table that folds columns together, or the whole table.

import { useMediaQuery } from '@mantine/hooks';
import { useIsNarrow } from '../shell/width.ts';

export type Width = 'card' | 'folded' | 'whole';

export function useWidth(): Width {
  const isNarrow = useIsNarrow();
  const isWhole = useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false });
  if (isNarrow) return 'card';
  return isWhole ? 'whole' : 'folded';
}
