// The hands on the finder: which entry is marked, and what a key does.

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useMarked } from '../ui/marked.ts';
import type { Entry } from './finder.ts';

type Offer = {
  /** As they are shown. */
  entries: readonly Entry[];
  /** The projects and people shown, if any, were found for what was typed before. */
  isWaiting: boolean;
  /** The first that is found for what is typed now. */
  find: () => Promise<Entry | undefined>;
  onOpen: (entry: Entry) => void;
};

export const keyOf = ({ key }: Entry): string => key;

/** Known without asking. */
const isHere = ({ kind }: Entry) => kind === 'page' || kind === 'action';

export function useFinderKeys({ entries, isWaiting, find, onOpen }: Offer) {
  const { marked, active, mark, step } = useMarked(entries, { keyOf, usual: entries[0] });
  const wait = useRef<object | null>(null);
  const forget = () => {
    wait.current = null;
    mark();
  };
  // What arrives after the finder was closed opens nothing.
  useEffect(
    () => () => {
      wait.current = null;
    },
    [],
  );
  /** What is marked; where the list for what was typed is still on its way, the first of it. */
  const take = async () => {
    if (active && (active === marked || !isWaiting || isHere(active))) return onOpen(active);
    const mine = {};
    wait.current = mine;
    const first = await find();
    if (first && wait.current === mine) onOpen(first);
  };
  const walk = (by: 1 | -1) => {
    wait.current = null;
    step(by);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') walk(1);
    else if (event.key === 'ArrowUp') walk(-1);
    else if (event.key === 'Enter') void take();
    else return;
    event.preventDefault();
  };
  return { active, press, forget };
}
