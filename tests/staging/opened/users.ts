// What opens on the pages of members and invites.
import { refusing } from '../refusals.ts';
import { demoAdmin, inSequence, pressed, pretend, type Screen } from '../stage.ts';
import { choiceLabels, filter, moreSeats, named, question } from './selectors.ts';

const selectedRow = pressed('main :is(tbody, li) input[type=checkbox]:enabled >> nth=0');

export const openedUsers: readonly Screen[] = [
  { who: demoAdmin, path: '/users', state: 'filter', opens: choiceLabels, do: filter(1) },
  {
    who: demoAdmin,
    path: '/users/{self}',
    state: 'leave',
    opens: question,
    do: pressed('main section >> nth=-1 >> button'),
  },
  {
    who: demoAdmin,
    path: '/users/{person}',
    state: 'no-seat',
    opens: moreSeats,
    before: inSequence(
      pretend(/\/members\/[^/]+$/, { deactivatedAt: '2026-11-01T03:00:00Z' }),
      refusing('PATCH', /\/members\/[^/]+$/, 'seats.none-free', { seats: 25 }),
    ),
    do: pressed('main section >> nth=-1 >> button'),
  },
  {
    who: demoAdmin,
    path: '/users',
    state: 'roles',
    opens: question,
    do: inSequence(selectedRow, pressed(`main >> ${named('region', 'users_selection')} >> button >> nth=-1`)),
  },
  { who: demoAdmin, path: '/users/invites', state: 'filter', opens: choiceLabels, do: filter(1) },
  {
    who: demoAdmin,
    path: '/users/invites',
    state: 'revoke',
    opens: question,
    do: pressed(`main >> ${named('button', 'invites_revoke_of')}`),
  },
  {
    who: demoAdmin,
    path: '/users/invites',
    state: 'resend-many',
    opens: question,
    do: inSequence(selectedRow, pressed(`main >> ${named('region', 'invites_selection')} >> button >> nth=-1`)),
  },
];
