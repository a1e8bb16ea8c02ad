// Seats: too few for an import, and how the company pays for them.
import {
  type Act,
  answered,
  demoAdmin,
  inSequence,
  pressed,
  pretend,
  type Screen,
  typed,
  withPrice,
} from '../stage.ts';
import { moreSeats } from './selectors.ts';

const subscription =
  (fields: object): Act =>
  (page) =>
    inSequence(withPrice, pretend(/\/seats$/, { provider: 'stripe', isCustomer: true, ...fields }))(page);

export const openedSeats: readonly Screen[] = [
  {
    who: demoAdmin,
    path: '/users/import',
    state: 'too-many',
    opens: moreSeats,
    before: answered('POST', /\/imports\/check$/, {
      rows: [],
      columns: { email: 'E-mail', name: 'Nama', role: null },
      seats: { needed: 40, free: 5 },
    }),
    do: inSequence(typed('main textarea', 'lina.wijaya@example.com'), pressed('main form [type=submit]')),
  },
  {
    who: demoAdmin,
    path: '/upgrade',
    state: 'past-due',
    opens: 'main [data-tone=warning] h2',
    before: subscription({ subscription: { isPastDue: true, endsAt: null } }),
  },
  {
    who: demoAdmin,
    path: '/upgrade',
    state: 'ending',
    opens: 'main [data-tone=info] h2',
    before: subscription({ seats: 10, subscription: { isPastDue: false, endsAt: '2026-12-31T17:00:00Z' } }),
  },
  {
    who: demoAdmin,
    path: '/upgrade?payment=made',
    state: 'confirming',
    opens: 'main [data-tone=info] h2',
    before: subscription({ subscription: null }),
  },
  {
    who: demoAdmin,
    path: '/upgrade?payment=cancelled',
    state: 'cancelled',
    opens: 'main [data-tone=info]',
    before: subscription({ subscription: null }),
  },
];
