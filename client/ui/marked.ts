// Which option of a list the keys of its field have marked. It is known by its key, so that a list which arrives under the
// hands never puts another one in its place.

import { useState } from 'react';

type Marking<T> = {
  keyOf: (option: T) => string;
  /** Active while none is marked. */
  usual: T | undefined;
};

export function useMarked<T>(options: readonly T[], { keyOf, usual }: Marking<T>) {
  const [key, setKey] = useState<string | null>(null);
  const marked = options.find((option) => keyOf(option) === key);
  const active = marked ?? usual;
  const mark = (option?: T) => setKey(option === undefined ? null : keyOf(option));
  return { marked, active, mark, step: (by: 1 | -1) => mark(neighbour(options, active, by)) };
}

/** Round and round; from nowhere to the first or the last. */
export function neighbour<T>(options: readonly T[], of: T | undefined, by: 1 | -1): T | undefined {
  const at = of === undefined ? -1 : options.indexOf(of);
  const from = by === -1 ? Math.max(at, 0) : at;
  return options.at((from + by) % options.length);
}
