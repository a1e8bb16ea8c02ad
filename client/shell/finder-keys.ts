// Keyboard handling of the finder: the active entry, and what each key does.

import type { KeyboardEvent } from 'react';
import { useActiveOption } from '../ui/active-option.ts';
import { usePendingChoice } from '../ui/pending-choice.ts';
import type { FinderEntry } from './finder.ts';

type Options = {
  /** In the order shown. */
  entries: readonly FinderEntry[];
  /** The projects and people shown are results of an earlier search text. */
  isWaiting: boolean;
  /** The first result for the current search text. */
  find: () => Promise<FinderEntry | undefined>;
  onOpen: (entry: FinderEntry) => void;
};

export const entryKey = ({ key }: FinderEntry): string => key;

/** Found without a request. */
const isLocal = ({ kind }: FinderEntry) => kind !== 'project' && kind !== 'person';

export function useFinderKeys({ entries, isWaiting, find, onOpen }: Options) {
  const { marked, active, mark, step } = useActiveOption(entries, { keyOf: entryKey, fallback: entries[0] });
  const { chooseFirst, cancel } = usePendingChoice(onOpen);
  const clear = () => {
    cancel();
    mark();
  };
  /** Opens the active entry; while results are loading, the first result. */
  const openActive = () => {
    if (active && (active === marked || !isWaiting || isLocal(active))) onOpen(active);
    else void chooseFirst(find);
  };
  const moveActive = (by: 1 | -1) => {
    cancel();
    step(by);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') moveActive(1);
    else if (event.key === 'ArrowUp') moveActive(-1);
    else if (event.key === 'Enter') openActive();
    else return;
    event.preventDefault();
  };
  return { active, press, clear };
}
