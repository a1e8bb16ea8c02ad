// Responses for states that the demo company does not have, used by several screens.
import { type Act, fetchResponse, inSequence, pretend, sessionPath } from '../stage.ts';

const standIn = { userId: 'a', fromDay: '2026-11-16', toDay: '2026-11-27', isRunning: true };
export const withStandIns = pretend(/\/stand-ins$/, {
  delegates: [
    { id: 'a', name: 'Dewi Lestari', ...standIn },
    {
      id: 'b',
      name: 'Bambang Kusumawardhana',
      ...standIn,
      fromDay: '2026-12-21',
      toDay: '2027-01-04',
      isRunning: false,
    },
  ],
  delegators: [{ id: 'c', name: 'Hendra Gunawan', ...standIn }],
});

const inTheWay = {
  clientName: 'Sinar Logistik',
  projectName: 'Gudang Cikarang',
  taskName: 'Pengecoran pelat lantai',
  startsAt: '2026-11-17T01:00:00Z',
  endsAt: '2026-11-17T05:00:00Z',
  zone: 'Asia/Jakarta',
  day: '2026-11-17',
};
export const conflict = {
  conflicts: [
    { id: '00000000-0000-4000-8000-000000000031', ...inTheWay, status: 'pending', notes: 'Sisi utara' },
    {
      id: '00000000-0000-4000-8000-000000000032',
      ...inTheWay,
      taskName: 'Rapat koordinasi',
      startsAt: '2026-11-17T06:00:00Z',
      endsAt: '2026-11-17T07:30:00Z',
      status: 'approved',
      notes: '',
    },
  ],
  gaps: [
    { startsAt: '2026-11-17T05:00:00Z', endsAt: '2026-11-17T06:00:00Z' },
    { startsAt: '2026-11-17T07:30:00Z', endsAt: '2026-11-17T10:00:00Z' },
  ],
};

const task = {
  taskId: '00000000-0000-4000-8000-000000000041',
  taskName: 'Pengecoran pelat lantai',
  kind: 'timed',
  isBillable: true,
  projectId: '00000000-0000-4000-8000-000000000042',
  clientName: 'Sinar Logistik',
  projectName: 'Gudang Cikarang',
  colour: 'blue',
  isFavourite: false,
  lastUsedAt: null,
};
const crew = ['Andi Saputra', 'Budi Santoso', 'Bambang Kusumawardhana'].map((name) => ({ userId: name, name }));

const mayEnter: Act = (page) =>
  page.route(sessionPath, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const answer = await fetchResponse(route);
    const { companies, ...known } = await answer.json();
    const allowed = companies.map((one: { scopes: object }) => ({
      ...one,
      scopes: { ...one.scopes, 'worklogs.enter': 'all' },
    }));
    await route.fulfill({ json: { ...known, companies: allowed } });
  });

/** The company lets managers and admins log for others. */
export const loggingForOthers = inSequence(
  mayEnter,
  pretend(/\/enterable-tasks(\?|$)/, { found: [task], chosen: [task], hasMore: false }),
  pretend(/\/enterable-tasks\/[^/]+\/people/, { found: crew, chosen: [], hasMore: false }),
);

/** The company accepts a duration without times. */
export const withOptionalTimes: Act = (page) =>
  page.route(/\/api\/v1\/companies\/[^/?]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const company = await (await fetchResponse(route)).json();
    await route.fulfill({ json: { ...company, times: 'optional' } });
  });
