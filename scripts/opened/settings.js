// What opens on the settings of the company.
import { admin, inTurn, pressed, pretend, refused, submitEmpty, typed } from '../stage.js';
import { list, picker, told } from './selectors.js';

export const settings = [
  { who: admin, path: '/settings', state: 'zones', opens: list, do: pressed(`main ${picker} >> nth=0`) },
  { who: admin, path: '/settings', state: 'currencies', opens: list, do: pressed(`main ${picker} >> nth=1`) },
  { who: admin, path: '/settings', state: 'weekdays', opens: list, do: pressed(`main ${picker} >> nth=2`) },
  {
    who: admin,
    path: '/settings',
    state: 'changed-meanwhile',
    opens: told,
    before: refused('PATCH', /\/companies\/[^/]+$/, 'company.changed-since-seen', '', { version: 99 }),
    do: inTurn(
      typed('main form input[type=text], main form input:not([type])', 'Karya Bangun Sejahtera'),
      pretend(/\/companies\/[^/]+$/, { name: 'Karya Bangun', version: 99 }),
      submitEmpty,
    ),
  },
];
