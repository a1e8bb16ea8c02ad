// Each check of the doctor: rows that a request could never write are written by hand, and exactly that check finds them.

import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checks } from '#server/doctor/checks.ts';
import { runCheck } from '#server/doctor/examine.ts';
import { foldSums } from '#server/jobs/sums.ts';
import { createLog } from '#server/log.ts';
import type { TestApp } from '../support/app.ts';
import { setPolicies, startOneCompany, submitDay, type TestCompany } from '../support/company.ts';
import { png } from '../support/receipts.ts';

let app: TestApp;
let company: TestCompany;
/** A worklog in each state; `confirmed` overlaps `pending` with the confirmation of its worker. */
let worklogs: Record<'pending' | 'confirmed' | 'approved' | 'rejected' | 'withdrawn', string>;

beforeAll(async () => {
  ({ app, company } = await startOneCompany());
  await setPolicies(company.admin, company.id, { overlaps: 'flag' });
  const submit = async (day: string) => (await submitDay(company, company.worker, day, '09:00', '10:00')).id;
  const decide = async (id: string, decision: 'approve' | 'reject') => {
    const path = { companyId: company.id, decision, notes: 'Because.', worklogs: [{ id, version: 1 }] };
    await company.approver.ok('POST /companies/{companyId}/decisions', path);
    return id;
  };
  worklogs = {
    pending: await submit('2026-03-02'),
    confirmed: await confirmedOn('2026-03-02'),
    approved: await decide(await submit('2026-03-03'), 'approve'),
    rejected: await decide(await submit('2026-03-04'), 'reject'),
    withdrawn: await withdrawnWithReceipt(),
  };
  await foldSums({ ownerPool: app.database.ownerPool, log: createLog('silent') });
});
afterAll(() => app.close());

async function confirmedOn(day: string): Promise<string> {
  const { id } = await company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
    start: `${day}T09:30`,
    end: `${day}T10:30`,
    confirmOverlap: true,
  });
  return id;
}

async function withdrawnWithReceipt(): Promise<string> {
  const { body: receipt } = await company.worker.upload(company.id, png());
  const { id } = await company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.expenseTaskId,
    day: '2026-03-05',
    amount: '50000',
    receiptIds: [receipt.id],
  });
  const named = { companyId: company.id, worklogId: id, version: 1 };
  await company.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', named);
  return id;
}

/** The findings after these statements, as the doctor's role sees them. Nothing remains of the statements. */
async function findingsAfter(statements: readonly string[]): Promise<Record<string, string | null>> {
  const client = await app.superuser.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    return await findingsIn(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function findingsIn(client: PoolClient): Promise<Record<string, string | null>> {
  await client.query(`select set_config('role', $1, true), set_config('app.company_id', $2, true)`, [
    app.connections.owner.user,
    company.id,
  ]);
  const found: Record<string, string | null> = {};
  for (const check of checks) {
    const { name, count, example } = await runCheck(client, company.id, check);
    if (count > 0) found[name] = `${count}: ${example}`;
  }
  return found;
}

type Break = { check: string; statements: () => readonly string[]; finds: () => string };

const row = (id: string) => `company_id = '${company.id}' and id = '${id}'`;
const eventsOf = (id: string) => `company_id = '${company.id}' and worklog_id = '${id}'`;
const without = (...constraints: string[]) =>
  constraints.map((constraint) => `alter table worklogs drop constraint ${constraint}`);

const breaks: Record<string, Break> = {
  'a sum by day that was changed': {
    check: 'sums by project and day equal the rows',
    statements: () => [`update day_sums set minutes = minutes + 1 where day = '2026-03-03'`],
    finds: () => `1: 2026-03-03 ${company.project.id} timed approved IDR t: kept 1/61/0, rows 1/60/0`,
  },
  'a sum by month that was changed': {
    check: 'sums by task and month equal the rows',
    statements: () => [`update month_sums set minutes = minutes + 1 where status = 'approved'`],
    finds: () =>
      `1: 2026-03-01 ${company.project.id} ${company.project.timedTaskId} timed approved IDR t: kept 1/61/0, rows 1/60/0`,
  },
  'an overlap that nobody confirmed': {
    check: 'no two worklogs of a worker overlap unconfirmed',
    statements: () => [
      ...without('worklogs_do_not_overlap'),
      'alter table worklogs disable trigger user',
      `update worklogs set allows_overlap = false where ${row(worklogs.confirmed)}`,
      `update worklog_events set row_values = row_values || '{"allowsOverlap": false}' where ${eventsOf(worklogs.confirmed)}`,
    ],
    finds: () => `1: worklog ${worklogs.confirmed}`,
  },
  'a version without its event': {
    check: 'the version of a worklog is that of its last event',
    statements: () => [`update worklogs set version = 3 where ${row(worklogs.approved)}`],
    finds: () => `1: worklog ${worklogs.approved}: 3 and 2`,
  },
  'a worklog without events': {
    check: 'the version of a worklog is that of its last event',
    statements: () => [
      `delete from notices where ${eventsOf(worklogs.pending)}`,
      `delete from worklog_events where ${eventsOf(worklogs.pending)}`,
    ],
    finds: () => `1: worklog ${worklogs.pending}: 1 and no event`,
  },
  'a status that no event set': {
    check: 'the status of a worklog follows from its last event',
    statements: () => [`update worklogs set status = 'rejected' where ${row(worklogs.approved)}`],
    finds: () => `1: worklog ${worklogs.approved}: rejected after approve`,
  },
  'notes that no event set': {
    check: 'the values of a worklog follow from its events',
    statements: () => [`update worklogs set notes = 'Something else' where ${row(worklogs.pending)}`],
    finds: () => `1: worklog ${worklogs.pending}`,
  },
  'another reviewer than decided': {
    check: 'the values of a worklog follow from its events',
    statements: () => [`update worklogs set reviewer_id = '${company.admin.userId}' where ${row(worklogs.rejected)}`],
    finds: () => `1: worklog ${worklogs.rejected}: decided otherwise`,
  },
  'a reviewer of what is pending': {
    check: 'the values of a worklog follow from its events',
    statements: () => [
      ...without('worklogs_decided_by_somebody'),
      `update worklogs set reviewer_id = '${company.admin.userId}' where ${row(worklogs.pending)}`,
    ],
    finds: () => `1: worklog ${worklogs.pending}: decided otherwise`,
  },
  'a decision by the worker': {
    check: 'nobody decided their own worklog',
    statements: () => [
      ...without('worklogs_reviewer_is_not_worker'),
      `update worklogs set reviewer_id = worker_id where ${row(worklogs.approved)}`,
      `update worklog_events set actor_id = '${company.worker.userId}' where ${eventsOf(worklogs.approved)}`,
    ],
    finds: () => `2: worklog ${worklogs.approved}`,
  },
  'a decision by the worker that was reopened since': {
    check: 'nobody decided their own worklog',
    statements: () => [
      `insert into worklog_events (company_id, id, worklog_id, move, actor_id, version)
       values ('${company.id}', gen_random_uuid(), '${worklogs.withdrawn}', 'approve', '${company.worker.userId}', 0)`,
    ],
    finds: () => `1: worklog ${worklogs.withdrawn}`,
  },
  'more members than seats': {
    check: 'no more seats are in use than there are',
    statements: () => [`update companies set seats = 3 where id = '${company.id}'`],
    finds: () => '1: 3 seats, 5 in use',
  },
  'the last admin deactivated': {
    check: 'there is an active company admin',
    statements: () => [
      `update members set deactivated_at = now() where company_id = '${company.id}' and role = 'company admin'`,
    ],
    finds: () => `1: company ${company.id}`,
  },
  'a receipt that stayed with a withdrawn worklog': {
    check: 'no receipt stays with a withdrawn worklog',
    statements: () => [`update receipts set removed_at = null where company_id = '${company.id}'`],
    finds: () => expect.stringMatching(/^1: receipt /),
  },
};

test('finds nothing in rows that requests wrote', async () => {
  expect(await findingsAfter([])).toEqual({});
});

test.each(Object.entries(breaks))('finds %s, and nothing else', async (_, { check, statements, finds }) => {
  expect(await findingsAfter(statements())).toEqual({ [check]: finds() });
});

test('has no check without rows that break it', () => {
  const broken = new Set(Object.values(breaks).map(({ check }) => check));
  expect(checks.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
});
