// Recycled React keys: when another list is shown, new rows reuse the DOM elements of removed ones, because creating and removing
// rows is most of the cost of changing a filter.

import { useState } from 'react';

type Names = { of: string | undefined; turn: number; names: ReadonlyMap<string, string> };

const nothing: Names = { of: undefined, turn: 0, names: new Map() };

/**
 * React keys of rows. Within one list (`of`) a row keeps its key, so that its state stays. When another list is shown, rows of
 * both lists keep their keys, and the others take the keys of removed rows.
 */
export function useRowNames(keys: readonly string[], of: string | undefined): (key: string) => string {
  const [known, setKnown] = useState(nothing);
  const isAnother = of !== undefined && of !== known.of && keys.length > 0;
  const now = isAnother ? { of, turn: known.turn + 1, names: handedOver(known, keys) } : known;
  if (isAnother) setKnown(now);
  return (key) => now.names.get(key) ?? key;
}

export function handedOver({ turn, names }: Pick<Names, 'turn' | 'names'>, keys: readonly string[]): Names['names'] {
  const all = new Set(keys);
  const free = [...names].filter(([key]) => !all.has(key)).map(([, name]) => name);
  return new Map(keys.map((key) => [key, names.get(key) ?? free.shift() ?? `${key} ${turn}`]));
}
