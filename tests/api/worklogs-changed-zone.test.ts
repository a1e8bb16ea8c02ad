// Worklogs from before a change of the company's time zone keep their day until their times are changed.

import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { foundTestCompany, setPolicies, submitDay, type TestCompany } from '../support/company.ts';

const app = await startTestApp();
afterAll(() => app.close());

let company: TestCompany;
/** In Jakarta; the evening before in London. */
let early: { id: string; day: string };
const moveTo = (timeZone: string) => setPolicies(company.admin, company.id, { timeZone });

beforeEach(async () => {
  company = await foundTestCompany(app);
  early = await submitDay(company, company.worker, '2026-03-10', '05:00', '07:00');
});

const amend = (change: { notes?: string; start?: string; end?: string; zone?: string }, version: number) =>
  company.worker.call('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    companyId: company.id,
    worklogId: early.id,
    version,
    ...change,
  });

test('a change of the notes, or the same times again, leave it on its day, also beside a locked period', async () => {
  await moveTo('Europe/London');
  await setPolicies(company.admin, company.id, { lockedUntil: '2026-03-09' });
  const { body } = await amend({ notes: 'Corrected' }, 1);
  expect(body).toMatchObject({ day: '2026-03-10', notes: 'Corrected', version: 2 });
  const again = await amend({ start: '2026-03-10T05:00', end: '2026-03-10T07:30', zone: 'Asia/Jakarta' }, 2);
  expect(again.body).toMatchObject({ day: '2026-03-10', version: 3 });
});

test('another start puts it onto the day of the new zone', async () => {
  await moveTo('Europe/London');
  const { body } = await amend({ start: '2026-03-10T05:30', zone: 'Asia/Jakarta' }, 1);
  expect(body).toMatchObject({ day: '2026-03-09' });
});

test('its copy is on the day that was asked for', async () => {
  await moveTo('Europe/London');
  const evening = await submitDay(company, company.worker, '2026-03-12', '22:00', '23:00');
  await moveTo('Asia/Jakarta');
  const { results } = await company.worker.ok('POST /companies/{companyId}/worklog-copies', {
    companyId: company.id,
    fromDay: evening.day,
    toDays: ['2026-03-17'],
    worklogIds: [evening.id],
  });
  expect(results).toMatchObject([{ code: null, day: '2026-03-17', copy: { day: '2026-03-17' } }]);
});
