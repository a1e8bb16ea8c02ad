// Which row takes over the elements of which: making rows and taking others away is most of what another filter costs.

import { useState } from 'react';

type Names = { of: string | undefined; turn: number; names: ReadonlyMap<string, string> };

const nothing: Names = { of: undefined, turn: 0, names: new Map() };

/**
 * Names for React to know rows by. Within one list (`of`) a row keeps its name wherever it goes, with all that is open or half
 * done in it. When another list comes, those in both keep theirs, and the others take the names of those that go.
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
