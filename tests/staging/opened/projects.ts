// What opens on a project.
import { refusing } from '../refusals.ts';
import {
  demoAdmin,
  inSequence,
  pressed,
  pretend,
  type Screen,
  submitEmpty,
  typed,
  withClients,
  withTags,
} from '../stage.ts';
import { errorList, named } from './selectors.ts';

export const openedProjects: readonly Screen[] = [
  {
    who: demoAdmin,
    path: '/projects',
    state: 'clients',
    opens: '[role=dialog] form, dialog form',
    before: withClients,
    do: inSequence(pressed('main header button'), pressed('dialog li button')),
  },
  {
    who: demoAdmin,
    path: '/projects',
    state: 'tags',
    opens: '[role=dialog] form, dialog form',
    before: withTags,
    // The first button has the clients.
    do: inSequence(pressed('main header button + button'), pressed('dialog li button + button')),
  },
  {
    who: demoAdmin,
    path: '/projects/{project}',
    state: 'billable',
    opens: 'main fieldset li input[type=checkbox]:not([role=switch])',
    do: pressed(`main form >> ${named('button', 'billable_some')}`),
  },
  {
    who: demoAdmin,
    path: '/projects/{project}',
    state: 'changed-meanwhile',
    // In the same one the form would begin with what was typed here before.
    ownDocument: true,
    opens: errorList,
    before: refusing('PATCH', /\/projects\/[^/]+$/, 'project.changed-since-seen'),
    do: inSequence(
      typed('main form input[type=text], main form input:not([type])', 'Gudang Karawang'),
      pretend(/\/projects\/[^/]+$/, { name: 'Gudang Bekasi', code: 'GB-02', version: 99 }),
      submitEmpty,
    ),
  },
];
