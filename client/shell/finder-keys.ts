// The hands on the finder: which entry is marked, and what a key does. The marked one is known by its key, so that a list which
// arrives under the hands never puts another one in its place.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
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

/** Known without asking. */
const isHere = ({ kind }: Entry) => kind === 'page' || kind === 'action';

export function useFinderKeys({ entries, isWaiting, find, onOpen }: Offer) {
  const [marked, setMarked] = useState<string | null>(null);
  const wait = useRef<object | null>(null);
  const chosen = entries.find(({ key }) => key === marked);
  const active = chosen ?? entries[0];
  const forget = () => {
    wait.current = null;
    setMarked(null);
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
    if (active && (active === chosen || !isWaiting || isHere(active))) return onOpen(active);
    const mine = {};
    wait.current = mine;
    const first = await find();
    if (first && wait.current === mine) onOpen(first);
  };
  const step = (by: 1 | -1) => {
    wait.current = null;
    const at = active ? entries.indexOf(active) : -1;
    setMarked(entries[(at + by + entries.length) % entries.length]?.key ?? null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter') void take();
    else return;
    event.preventDefault();
  };
  return { active, press, forget };
}
