// What opens on people and invitations.
import { admin, inTurn, pressed, pretend, refused } from '../stage.js';
import { choices, filter, moreSeats, question } from './selectors.js';

export const users = [
  { who: admin, path: '/users', state: 'filter', opens: choices, do: filter(1) },
  {
    who: admin,
    path: '/users/{self}',
    state: 'leave',
    opens: question,
    do: pressed('main section >> nth=-1 >> button'),
  },
  {
    who: admin,
    path: '/users/{person}',
    state: 'no-seat',
    opens: moreSeats,
    before: inTurn(
      pretend(/\/members\/[^/]+$/, { deactivatedAt: '2026-11-01T03:00:00Z' }),
      refused('PATCH', /\/members\/[^/]+$/, 'seats.none-free', 'Every seat is taken.'),
    ),
    do: pressed('main section >> nth=-1 >> button'),
  },
  { who: admin, path: '/users/invites', state: 'filter', opens: choices, do: filter(1) },
  {
    who: admin,
    path: '/users/invites',
    state: 'revoke',
    opens: question,
    do: pressed('main [class*=rowButtons] button >> nth=1'),
  },
];
