// What opens in the company settings.
import { refusing } from '../refusals.ts';
import { demoAdmin, inSequence, onFree, pressed, pretend, type Screen, submitEmpty, typed } from '../stage.ts';
import { errorList, list, picker } from './selectors.ts';

export const openedSettings: readonly Screen[] = [
  {
    who: demoAdmin,
    path: '/settings/account',
    state: 'free',
    opens: 'main section:has(input[type=password])',
    before: onFree,
    ownDocument: true,
  },
  { who: demoAdmin, path: '/settings/company', state: 'zones', opens: list, do: pressed(`main ${picker} >> nth=0`) },
  {
    who: demoAdmin,
    path: '/settings/company',
    state: 'currencies',
    opens: list,
    do: pressed(`main ${picker} >> nth=1`),
  },
  {
    who: demoAdmin,
    path: '/settings/company',
    state: 'changed-meanwhile',
    opens: errorList,
    before: refusing('PATCH', /\/companies\/[^/]+$/, 'company.changed-since-seen', { version: 99 }),
    do: inSequence(
      typed('main form input[type=text], main form input:not([type])', 'Karya Bangun Sejahtera'),
      pretend(/\/companies\/[^/]+$/, { name: 'Karya Bangun', version: 99 }),
      submitEmpty,
    ),
  },
];
