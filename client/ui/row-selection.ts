// The selected rows of the shown page of a list; those of other pages do not count.

import { useState } from 'react';
import type { Selection } from './table.ts';

type Options<Row> = Pick<Selection<Row>, 'labelOf'> & {
  keyOf: (row: Row) => string;
  isSelectable: (row: Row) => boolean;
};

export function useRowSelection<Row>(rows: readonly Row[], { keyOf, isSelectable, labelOf }: Options<Row>) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selectable = rows.filter(isSelectable);
  const chosen = selectable.filter((row) => keys.has(keyOf(row)));
  const selection: Selection<Row> = {
    selected: new Set(chosen.map(keyOf)),
    onChange: setKeys,
    labelOf,
    isSelectable,
  };
  return {
    chosen,
    selection,
    isPageSelected: chosen.length === selectable.length,
    selectPage: () => setKeys(new Set(selectable.map(keyOf))),
    clear: () => setKeys(new Set()),
  };
}
