// Companies whose time zone this version of Node does not know do not delay the daily mails of the others.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { scheduleDailyMail } from '#server/jobs/notices.ts';
import { createLog } from '#server/log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { companyWithSeats } from '../support/company.ts';
import { zoneAt } from '../support/notices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('the daily mails of all others are begun, and the unknown zones are logged', async () => {
  const setZone = (id: string, zone: string) =>
    app.superuser.query('update companies set time_zone = $2 where id = $1', [id, zone]);
  const [first, unknown, last] = [
    await companyWithSeats(app, 1),
    await companyWithSeats(app, 1),
    await companyWithSeats(app, 1),
  ];
  await setZone(first.id, zoneAt(12));
  await setZone(unknown.id, 'CEST');
  await setZone(last.id, zoneAt(13));
  const warnings: unknown[] = [];
  const log = Object.assign(createLog('silent'), { warn: (facts: unknown) => warnings.push(facts) });
  const { ownerPool, app: handle } = app.database;
  await scheduleDailyMail({ ownerPool, app: handle, log });
  const { rows } = await app.superuser.query<{ id: string }>('select company_id as id from daily_runs');
  expect(rows.map(({ id }) => id).sort()).toEqual([first.id, last.id].sort());
  expect(warnings).toEqual([expect.objectContaining({ zone: 'CEST' })]);
});
