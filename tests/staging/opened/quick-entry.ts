// What quick entry shows while a line is parsed.
import { demoWorker, inSequence, press, type Screen, typed } from '../stage.ts';

const quick = (text: string) => inSequence(press('q'), typed('[role=combobox]', text));

export const openedQuickEntry: readonly Screen[] = [
  { who: demoWorker, path: '/dashboard', state: 'quick', opens: 'dialog[open] [role=option]', do: quick('') },
  {
    who: demoWorker,
    path: '/dashboard',
    state: 'quick-known',
    opens: 'dialog[open] [data-state=notes]',
    do: quick('8-12 kemarin struct // sisi utara'),
  },
  {
    who: demoWorker,
    path: '/dashboard',
    state: 'quick-question',
    opens: 'dialog[open] [data-way]',
    do: inSequence(quick('9-5 yesterday re'), press('Enter')),
  },
];
