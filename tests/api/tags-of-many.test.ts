// Tags added to and removed from many own worklogs at once.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxTagsPerWorklog } from '#domain/tags.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from '../support/company.ts';
import { differencesOfReplay } from '../support/replay-events.ts';

const change = 'POST /companies/{companyId}/worklog-tags';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
});
afterAll(() => app.close());

const log = (day: string) => submitDay(company, company.worker, day, '08:00', '09:00');

test('each worklog that changes has a new version and an event; one that has all of it already stays', async () => {
  const { worker, id: companyId } = company;
  const [first, second] = [await log('2026-03-02'), await log('2026-03-03')];
  const versions = (a: number, b: number) => [
    { id: first.id, version: a },
    { id: second.id, version: b },
  ];
  const added = await worker.ok(change, { companyId, worklogs: versions(1, 1), add: ['Urgent', '#On site'] });
  expect(added.results.map(({ code, worklog }) => [code, worklog?.tags, worklog?.version])).toEqual([
    [null, ['On site', 'Urgent'], 2],
    [null, ['On site', 'Urgent'], 2],
  ]);
  const again = await worker.ok(change, { companyId, worklogs: versions(2, 2), add: ['URGENT'], remove: ['Unknown'] });
  expect(again.results.map(({ code, worklog }) => [code, worklog?.version])).toEqual([
    [null, 2],
    [null, 2],
  ]);
  const one = [{ id: first.id, version: 2 }];
  const swapped = await worker.ok(change, { companyId, worklogs: one, add: ['Rework'], remove: ['urgent'] });
  expect(swapped.results[0]?.worklog).toMatchObject({ tags: ['On site', 'Rework'], version: 3, status: 'pending' });
  const { history } = await worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', {
    companyId,
    worklogId: first.id,
  });
  expect(history.map(({ move, changes }) => [move, changes])).toEqual([
    ['submit', {}],
    ['amend', { tags: { from: null, to: 'On site, Urgent' } }],
    ['amend', { tags: { from: 'On site, Urgent', to: 'On site, Rework' } }],
  ]);
  expect((await differencesOfReplay(app.superuser)).differing).toEqual([]);
});

test('a worklog that is decided, locked, changed since, full, unknown or of somebody else is refused, the others are changed', async () => {
  const { admin, approver, worker, id: companyId, project } = company;
  const other = await hire(app, admin, companyId, 'worker', 'Other');
  const theirs = await submitDay(company, other, '2026-03-10', '08:00', '09:00');
  const [locked, approved, rejected] = [await log('2026-01-05'), await log('2026-03-10'), await log('2026-03-11')];
  const [changed, good] = [await log('2026-03-12'), await log('2026-03-13')];
  const full = await worker.ok('POST /companies/{companyId}/worklogs', {
    companyId,
    taskId: project.timedTaskId,
    start: '2026-03-14T08:00',
    end: '2026-03-14T09:00',
    tags: Array.from({ length: maxTagsPerWorklog }, (_, index) => `Tag ${index}`),
  });
  const decide = (decision: 'approve' | 'reject', id: string) =>
    approver.ok('POST /companies/{companyId}/decisions', {
      companyId,
      decision,
      notes: 'Checked',
      worklogs: [{ id, version: 1 }],
    });
  await decide('approve', approved.id);
  await decide('reject', rejected.id);
  await setPolicies(admin, companyId, { lockedUntil: '2026-01-31' });
  const unknown = randomUUID();
  const requested = [
    ...[locked.id, theirs.id, unknown, full.id, good.id].map((id) => ({ id, version: 1 })),
    ...[approved.id, rejected.id].map((id) => ({ id, version: 2 })),
    { id: changed.id, version: 7 },
  ];
  const { results } = await worker.ok(change, { companyId, worklogs: requested, add: ['Late'] });
  expect(Object.fromEntries(results.map(({ id, code }) => [id, code]))).toEqual({
    [locked.id]: 'worklog.period-locked',
    [theirs.id]: 'worklog.missing',
    [unknown]: 'worklog.missing',
    [full.id]: 'field.too-many',
    [good.id]: null,
    [approved.id]: 'worklog.not-pending',
    [rejected.id]: 'worklog.not-pending',
    [changed.id]: 'worklog.changed-since-seen',
  });
  expect(results.find(({ id }) => id === theirs.id)?.worklog).toBeNull();
  const { worklogs } = await admin.ok('GET /companies/{companyId}/worklogs', { companyId, from: '2026-01-01' });
  expect(worklogs.filter(({ tags }) => tags.includes('Late')).map(({ id }) => id)).toEqual([good.id]);
  expect(await approver.codeOf(change, { companyId, worklogs: [{ id: good.id, version: 2 }], add: ['X'] })).toBe(
    'role.not-allowed',
  );
});
