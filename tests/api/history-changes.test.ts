// What changes between the check of an import and its run: if anything would be imported otherwise than it was shown, nothing is, and the
// result of the new check is shown.

import { expect, test } from 'vitest';
import { setPolicies, submitDay } from '../support/company.ts';
import { openHistoryFixture } from '../support/history.ts';
import { entry, toggl } from '../support/time-reports.ts';

const fixture = await openHistoryFixture();
const problem = 'history-import.changed-since-check';

/** A morning of the worker. */
const morning = () => {
  const { email } = fixture.company.worker;
  return toggl([entry('2026-03-02T09:00:00', '2026-03-02T12:00:00', { email })]);
};

const imported = async () => {
  const { rows } = await fixture.app.superuser.query<{ worker: string; project: string; starts: string; ends: string }>(
    `select w.worker_id as worker, p.name as project, to_char(w.starts_at at time zone w.zone, 'HH24:MI') as starts,
       to_char(w.ends_at at time zone w.zone, 'HH24:MI') as ends
     from worklogs w join projects p on p.company_id = w.company_id and p.id = w.project_id
     where w.company_id = $1 and w.is_imported`,
    [fixture.company.id],
  );
  return rows;
};

test('a worklog that takes the time is noticed', async () => {
  const { company, history } = fixture;
  const importId = await history.read(morning());
  await history.check(importId);
  await submitDay(company, company.worker, '2026-03-02', '09:00', '12:00');
  const after = await history.run(importId);
  expect(after).toMatchObject({ state: 'checked', problem, counts: { overlaps: 1, new: 0 } });
  expect(await imported()).toEqual([]);
});

test('also where as many rows as before have each verdict, but with other times', async () => {
  const { company, history } = fixture;
  const { id: worklogId, version } = await submitDay(company, company.worker, '2026-03-02', '11:30', '12:00');
  const importId = await history.read(morning());
  const { counts } = await history.check(importId, { overlapChoice: 'shorten' });
  expect(counts).toMatchObject({ shortened: 1 });
  await company.worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    companyId: company.id,
    worklogId,
    version,
    start: '2026-03-02T11:00',
    end: '2026-03-02T12:00',
  });
  expect(await history.run(importId)).toMatchObject({ state: 'checked', problem, counts });
  expect(await history.run(importId)).toMatchObject({ state: 'imported', problem: null });
  expect(await imported()).toMatchObject([{ starts: '09:00', ends: '11:00' }]);
});

test('a project that would no longer be created is noticed', async () => {
  const { company, history } = fixture;
  const importId = await history.read(morning());
  expect((await history.check(importId)).creates).toMatchObject({ projects: 1 });
  await company.admin.ok('POST /companies/{companyId}/projects', {
    companyId: company.id,
    name: 'Website',
    clientName: 'Acme',
    managerIds: [],
    tasks: [{ name: 'Design', kind: 'timed' }],
  });
  const after = await history.run(importId);
  expect(after).toMatchObject({ state: 'checked', problem, creates: { projects: 0 } });
  expect(await imported()).toEqual([]);
});

test.each([
  ['the lock date', { lockedUntil: '2026-03-31' }, { locked: 1, new: 0 }],
  ['a policy: overlaps are refused', { overlaps: 'refuse' }, { overlaps: 1, overlapping: 0 }],
] as const)('%s is noticed', async (_, policies, counts) => {
  const { company, history } = fixture;
  const isOverlap = 'overlaps' in policies;
  if (isOverlap) {
    await setPolicies(company.admin, company.id, { overlaps: 'flag' });
    await submitDay(company, company.worker, '2026-03-02', '10:00', '11:00');
  }
  const importId = await history.read(morning());
  const checked = await history.check(importId, { overlapChoice: 'keep' });
  expect(checked.counts).toMatchObject(isOverlap ? { overlapping: 1 } : { new: 1 });
  await setPolicies(company.admin, company.id, policies);
  expect(await history.run(importId)).toMatchObject({ state: 'checked', problem, counts });
  expect(await imported()).toEqual([]);
});

test('who has left meanwhile still did the work, and an archived project keeps its worklogs', async () => {
  const { company, history } = fixture;
  const { id: companyId, admin, worker } = company;
  await history.importFile(morning());
  const [first] = await imported();
  const next = toggl([entry('2026-03-03T09:00:00', '2026-03-03T12:00:00', { email: worker.email })]);
  const importId = await history.read(next);
  await history.check(importId);
  const { projects } = await admin.ok('GET /companies/{companyId}/projects', { companyId });
  const projectId = projects.find(({ name }) => name === first?.project)?.id ?? '';
  const { version } = await admin.ok('GET /companies/{companyId}/projects/{projectId}', { companyId, projectId });
  await admin.ok('POST /companies/{companyId}/projects/{projectId}/archive', { companyId, projectId, version });
  await admin.ok('PATCH /companies/{companyId}/members/{userId}', {
    companyId,
    userId: worker.userId,
    isActive: false,
  });
  expect(await history.run(importId)).toMatchObject({ state: 'imported', problem: null });
  expect((await imported()).map((one) => [one.worker, one.project])).toEqual([
    [worker.userId, 'Website'],
    [worker.userId, 'Website'],
  ]);
});
