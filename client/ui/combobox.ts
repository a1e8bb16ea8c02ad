// The hands on a field with a list: what is open, what is marked, and what each key does. The field keeps the focus.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMarked } from './marked.ts';

export type Option = { value: string; label: string };

export const keyOf = ({ value }: Option): string => value;

export type Offer<T extends Option> = {
  /** As they are shown for what is typed. */
  options: readonly T[];
  chosen: T | undefined;
  typed: string;
  /** Empty again once the list closes. */
  onType: (text: string) => void;
  /** What fits a text whose list is not there yet. */
  find: (text: string) => Promise<readonly T[]>;
  onChoose: (option: T) => void;
};

export function useCombobox<T extends Option>({ options, chosen, typed, onType, find, onChoose }: Offer<T>) {
  const [mode, setMode] = useState<'closed' | 'browsing' | 'searching'>('closed');
  const awaited = useRef<string | null>(null);
  const isOpen = mode !== 'closed';
  const usual = mode === 'browsing' ? options.find(({ value }) => value === chosen?.value) : undefined;
  const { active, mark, step } = useMarked(options, { keyOf, usual: usual ?? options[0] });

  const close = () => {
    setMode('closed');
    mark();
    if (typed !== '') onType('');
  };
  const choose = (option: T) => {
    awaited.current = null;
    close();
    onChoose(option);
  };
  // By the time that a list arrives, other fields may have changed, or all of them be gone.
  const latest = useRef<typeof choose | null>(null);
  useEffect(() => {
    latest.current = choose;
    return () => {
      latest.current = null;
    };
  });
  /** What is marked; where the list for what was typed is still on its way, the first of it. */
  const take = async () => {
    if (active) return choose(active);
    awaited.current = typed;
    const [first] = await find(typed);
    if (first && awaited.current === typed) latest.current?.(first);
  };
  const walk = (by: 1 | -1) => (isOpen ? step(by) : setMode('browsing'));
  /** Whether the key was meant for the list. */
  const handle = (key: string): boolean => {
    if (key === 'ArrowDown') walk(1);
    else if (key === 'ArrowUp') walk(-1);
    else if (!isOpen) return false;
    else if (key === 'Home') mark(options[0]);
    else if (key === 'End') mark(options.at(-1));
    else if (key === 'Enter') void take();
    else if (key === 'Escape') {
      awaited.current = null;
      close();
    } else return false;
    return true;
  };
  return {
    isOpen,
    active,
    choose,
    shown: mode === 'searching' ? typed : (chosen?.label ?? ''),
    type: (text: string) => {
      awaited.current = null;
      setMode('searching');
      mark();
      onType(text);
    },
    open: () => isOpen || setMode('browsing'),
    close,
    press: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || event.shiftKey) return;
      // On to the next field with what was found.
      if (event.key === 'Tab' && mode === 'searching' && typed.trim() !== '') void take();
      if (!handle(event.key)) return;
      event.preventDefault();
      // Nor does the dialog around it close.
      event.stopPropagation();
    },
  };
}
