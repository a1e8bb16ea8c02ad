import { useState } from 'react';
import { m } from '#locales/messages.js';
import { Combobox } from './Combobox.tsx';
import type { Option } from './combobox.ts';

type Props = {
  label: string;
  description?: string;
  error?: string | undefined;
  options: readonly Option[];
  defaultValue?: string;
  onChange?: (value: string) => void;
  'data-path'?: string;
};

/** More are found by typing. */
const maxOptionsShown = 100;

/** A select whose options are found by typing part of their label. */
export function SearchableSelect({ options, defaultValue = '', onChange, ...field }: Props) {
  const [value, setValue] = useState(defaultValue);
  const [typed, setTyped] = useState('');
  const chosen = options.find((option) => option.value === value);
  const found = matchingOptions(options, typed);
  // The chosen option is in the list, and its neighbours.
  const first = typed === '' && chosen ? Math.max(0, options.indexOf(chosen) - maxOptionsShown / 2) : 0;
  return (
    <Combobox
      {...field}
      chosen={chosen}
      typed={typed}
      onType={setTyped}
      find={async (text) => matchingOptions(options, text)}
      onChoose={(option) => {
        setValue(option.value);
        onChange?.(option.value);
      }}
      groups={[{ name: '', options: found.slice(first, first + maxOptionsShown) }]}
      note={noteOf(found.length)}
    >
      {({ label }) => label}
    </Combobox>
  );
}

function matchingOptions(options: readonly Option[], typed: string): readonly Option[] {
  const words = typed.trim().toLocaleLowerCase();
  return words === '' ? options : options.filter(({ label }) => label.toLocaleLowerCase().includes(words));
}

function noteOf(count: number): string | null {
  if (count === 0) return m.ui_nothing_found();
  return count > maxOptionsShown ? m.ui_more_fit() : null;
}
