// Several deciders of the same worklogs while workers keep writing: requests wait for each other, and none gets a 503.
// PostgreSQL 18 crashed when a statement with many subqueries rechecked a row after waiting for its lock.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { withLocksHeld } from '../support/concurrent-transaction.ts';

let app: TestApp;
let company: TestCompany;
let colleague: Actor;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  colleague = await hire(app, company.admin, company.id, 'worker', 'Colleague');
});
afterAll(() => app.close());

const day = '2026-05-05';

const submit = async (actor: Actor, hour: number) => {
  const reply = await actor.call('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
    start: `${day}T0${hour}:00`,
    end: `${day}T0${hour + 1}:30`,
  });
  return reply.status;
};

const decideAll = async (actor: Actor, decision: 'reject' | 'reopen') => {
  const { worklogs } = await company.admin.ok('GET /companies/{companyId}/worklogs', {
    companyId: company.id,
    from: day,
    to: day,
  });
  if (worklogs.length === 0) return 200;
  const seen = worklogs.map(({ id, version }) => ({ id, version }));
  const body = { companyId: company.id, decision, notes: 'As agreed', worklogs: seen };
  return (await actor.call('POST /companies/{companyId}/decisions', body)).status;
};

test('twelve concurrent submits, rejections and reopenings of the same worklogs all get a response', async () => {
  const acts = [
    (lane: number, step: number) => submit(lane % 2 === 0 ? company.worker : colleague, (lane + step) % 6),
    () => decideAll(company.approver, 'reject'),
    () => decideAll(company.manager, 'reopen'),
  ];
  const statuses: number[] = [];
  const go = async (lane: number) => {
    for (let step = 0; step < 12; step++) statuses.push((await acts[(lane + step) % 3]?.(lane, step)) ?? 0);
  };
  await Promise.all(Array.from({ length: 12 }, (_, lane) => go(lane)));
  expect(new Set(statuses).difference(new Set([200, 409]))).toEqual(new Set());
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(96);
});

test('a decision neither locks nor waits for worklogs that its sender may not decide', async () => {
  const { id, version } = await company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.otherProject.timedTaskId,
    start: '2026-05-06T09:00',
    end: '2026-05-06T10:00',
  });
  const body = { companyId: company.id, decision: 'approve' as const, worklogs: [{ id, version }] };
  const reply = await withLocksHeld(app, [['select from worklogs where id = $1 for update', [id]]], () =>
    company.manager.call('POST /companies/{companyId}/decisions', body),
  );
  expect(reply).toMatchObject({ status: 200, body: { results: [{ id, code: 'worklog.missing' }] } });
});
