// What quick entry shows as it understands a line.
import { inTurn, press, typed, worker } from '../stage.js';

const quick = (text) => inTurn(press('q'), typed('[role=combobox]', text));

export const quickEntry = [
  { who: worker, path: '/dashboard', state: 'quick', opens: 'dialog[open] [role=option]', do: quick('') },
  {
    who: worker,
    path: '/dashboard',
    state: 'quick-known',
    opens: 'dialog[open] [data-state=notes]',
    do: quick('8-12 kemarin struct // sisi utara'),
  },
  {
    who: worker,
    path: '/dashboard',
    state: 'quick-question',
    opens: 'dialog[open] [data-way]',
    do: inTurn(quick('9-5 yesterday re'), press('Enter')),
  },
];
