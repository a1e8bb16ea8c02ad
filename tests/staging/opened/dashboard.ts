// What opens on the dashboard, and its parts that the demo company does not show.
import { demoAdmin, demoApprover, demoWorker, pressed, pretend, type Screen } from '../stage.ts';
import { named, reason } from './selectors.ts';

const withOwnDay = (own: object) =>
  pretend(/\/companies\/[^/]+\/dashboard$/, {
    own: { day: '2026-11-16', worklogs: [], incomplete: null, hasLogged: true, target: null, ...own },
  });

const failedMails = {
  count: 2,
  people: [
    {
      userId: '00000000-0000-4000-8000-000000000031',
      name: 'Rudi Hartono',
      since: '2026-11-09T03:20:00Z',
      reason: 'address-refused',
    },
    {
      userId: '00000000-0000-4000-8000-000000000032',
      name: 'Fitri Handayani',
      since: '2026-11-17T03:20:00Z',
      reason: 'not-sent',
    },
  ],
};

export const openedDashboard: readonly Screen[] = [
  {
    who: demoAdmin,
    path: '/dashboard',
    state: 'failed-mails',
    opens: 'main a[href$="000000000032"]',
    before: pretend(/\/companies\/[^/]+\/dashboard$/, { failedMails, lateBackup: { lastAt: '2026-11-09T03:20:00Z' } }),
  },
  {
    who: demoApprover,
    path: '/dashboard',
    state: 'approve-all',
    opens: reason,
    do: pressed('main section section li button'),
  },
  {
    who: demoWorker,
    path: '/dashboard',
    state: 'first-hours',
    opens: `main >> ${named('heading', 'dashboard_first_hours')}`,
    before: withOwnDay({ hasLogged: false }),
  },
  {
    who: demoWorker,
    path: '/dashboard',
    state: 'incomplete-day',
    opens: `main >> ${named('button', 'dashboard_incomplete_verb')}`,
    before: withOwnDay({
      incomplete: { day: '2026-11-13', minutes: 150, usualMinutes: 480 },
      target: { minutes: 1_470, targetMinutes: 2_400 },
    }),
  },
];
