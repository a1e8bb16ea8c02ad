// The active option of a listbox. It is stored by key, so that a list that is updated while typing does not make another option
// active.

import { useState } from 'react';

type ActiveOptions<T> = {
  keyOf: (option: T) => string;
  /** Active until the user moves. */
  fallback: T | undefined;
};

export function useActiveOption<T>(options: readonly T[], { keyOf, fallback }: ActiveOptions<T>) {
  const [key, setKey] = useState<string | null>(null);
  const marked = options.find((option) => keyOf(option) === key);
  const active = marked ?? fallback;
  const mark = (option?: T) => setKey(option === undefined ? null : keyOf(option));
  return { marked, active, mark, step: (by: 1 | -1) => mark(neighbour(options, active, by)) };
}

/** Cyclic; without a current option the first or the last. */
export function neighbour<T>(options: readonly T[], of: T | undefined, by: 1 | -1): T | undefined {
  const at = of === undefined ? -1 : options.indexOf(of);
  const from = by === -1 ? Math.max(at, 0) : at;
  return options.at((from + by) % options.length);
}
