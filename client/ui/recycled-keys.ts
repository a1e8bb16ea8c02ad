// Recycled React keys: when another list is shown, new rows reuse the DOM elements of removed ones, because creating and removing
// rows is most of the cost of changing a filter.

import { useState } from 'react';

type RecycledKeys = { listKey: string | undefined; turn: number; names: ReadonlyMap<string, string> };

const noKeys: RecycledKeys = { listKey: undefined, turn: 0, names: new Map() };

/**
 * React keys of rows. Within one list (`listKey`) a row keeps its key, so that its state stays. When another list is shown, rows of
 * both lists keep their keys, and the others take the keys of removed rows.
 */
export function useRecycledKeys(keys: readonly string[], listKey: string | undefined): (key: string) => string {
  const [known, setKnown] = useState(noKeys);
  const isOtherList = listKey !== undefined && listKey !== known.listKey && keys.length > 0;
  const now = isOtherList ? { listKey, turn: known.turn + 1, names: assignKeys(known, keys) } : known;
  if (isOtherList) setKnown(now);
  return (key) => now.names.get(key) ?? key;
}

export function assignKeys(
  { turn, names }: Pick<RecycledKeys, 'turn' | 'names'>,
  keys: readonly string[],
): RecycledKeys['names'] {
  const all = new Set(keys);
  const free = [...names].filter(([key]) => !all.has(key)).map(([, name]) => name);
  return new Map(keys.map((key) => [key, names.get(key) ?? free.shift() ?? `${key} ${turn}`]));
}
