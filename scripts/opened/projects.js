// What opens on a project.
import { admin, inTurn, pretend, refused, submitEmpty, typed } from '../stage.js';
import { told } from './selectors.js';

export const projects = [
  {
    who: admin,
    path: '/projects/{project}',
    state: 'changed-meanwhile',
    opens: told,
    before: refused('PATCH', /\/projects\/[^/]+$/, 'project.changed-since-seen', 'Somebody else saved this project.'),
    do: inTurn(
      typed('main form input[type=text], main form input:not([type])', 'Gudang Karawang'),
      pretend(/\/projects\/[^/]+$/, { name: 'Gudang Bekasi', code: 'GB-02', version: 99 }),
      submitEmpty,
    ),
  },
];
