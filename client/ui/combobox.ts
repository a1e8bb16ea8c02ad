// Keyboard and open state of the combobox. The field keeps the focus; the active option is a separate state.

import { type KeyboardEvent, useState } from 'react';
import { useActiveOption } from './active-option.ts';
import { usePendingChoice } from './pending-choice.ts';

export type Option = { value: string; label: string };

export const optionKey = ({ value }: Option): string => value;

export type ComboboxOptions<T extends Option> = {
  /** Options for the typed text, in the order shown. */
  options: readonly T[];
  chosen: T | undefined;
  typed: string;
  /** Called with an empty text when the list closes. */
  onType: (text: string) => void;
  /** Requests the options of a text whose list is still loading. */
  find: (text: string) => Promise<readonly T[]>;
  onChoose: (option: T) => void;
};

export function useCombobox<T extends Option>({ options, chosen, typed, onType, find, onChoose }: ComboboxOptions<T>) {
  const [mode, setMode] = useState<'closed' | 'browsing' | 'searching'>('closed');
  const isOpen = mode !== 'closed';
  const chosenOption = mode === 'browsing' ? options.find(({ value }) => value === chosen?.value) : undefined;
  const { active, mark, step } = useActiveOption(options, { keyOf: optionKey, fallback: chosenOption ?? options[0] });

  const close = () => {
    setMode('closed');
    mark();
    if (typed !== '') onType('');
  };
  const { chooseFirst, cancel } = usePendingChoice((option: T) => choose(option));
  function choose(option: T): void {
    cancel();
    close();
    onChoose(option);
  }
  /** Chooses the active option; while the list is loading, its first option. */
  const chooseActive = () => {
    if (active) choose(active);
    else void chooseFirst(() => find(typed).then(([first]) => first));
  };
  const moveActive = (by: 1 | -1) => (isOpen ? step(by) : setMode('browsing'));
  /** Returns whether the key was handled. */
  const handle = (key: string): boolean => {
    if (key === 'ArrowDown') moveActive(1);
    else if (key === 'ArrowUp') moveActive(-1);
    else if (!isOpen) return false;
    else if (key === 'Home') mark(options[0]);
    else if (key === 'End') mark(options.at(-1));
    else if (key === 'Enter') chooseActive();
    else if (key === 'Escape') {
      cancel();
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
      cancel();
      setMode('searching');
      mark();
      onType(text);
    },
    open: () => isOpen || setMode('browsing'),
    close,
    press: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || event.shiftKey) return;
      // Tab moves to the next field and chooses the match.
      if (event.key === 'Tab' && mode === 'searching' && typed.trim() !== '') chooseActive();
      if (!handle(event.key)) return;
      event.preventDefault();
      // Otherwise Escape would close the dialog around it.
      event.stopPropagation();
    },
  };
}
