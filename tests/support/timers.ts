// A company with a separate worker for each test, and their timers.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, startTestApp } from './app.ts';
import { foundTestCompany, hire } from './company.ts';

export async function openTimers() {
  const app = await startTestApp();
  const company = await foundTestCompany(app);
  const companyId = company.id;
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 90 });
  let hired = 0;
  return {
    app,
    company,
    at: <Rest extends object>(rest: Rest) => ({ companyId, ...rest }),
    newWorker: () => hire(app, company.admin, companyId, 'worker', `Worker ${hired++}`),
    timerOf: async (actor: Actor) => (await actor.ok('GET /companies/{companyId}/timer', { companyId })).timer,
    /** Start and end of a timer are rounded to minutes: no minute may begin between the actions of a test. */
    awayFromMinuteEdge: async () => {
      const { rows } = await app.superuser.query<{ left: number }>(
        'select 60 - extract(second from clock_timestamp())::float8 as left',
      );
      const left = rows[0]?.left ?? 0;
      if (left < 8) await sleep(left * 1_000 + 50);
    },
    /** That many minutes ago, as a wall time in the company's zone. */
    wall: (minutesAgo: number) => new Date(Date.now() + (7 * 60 - minutesAgo) * 60_000).toISOString().slice(0, 16),
  };
}
