// Recipients are determined when the mail is sent, not when it was queued; and a mail of one company contains nothing of another.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatherDueNotices } from '#server/jobs/notices.ts';
import { createLog } from '#server/log.ts';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { type NoticesFixture, openNoticesFixture, withoutWordJoiners } from '../support/notices.ts';

let fixture: NoticesFixture;
let acme: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  fixture = await openNoticesFixture();
  acme = await foundTestCompany(fixture.test, { canary: 'Acme' });
  other = await foundTestCompany(fixture.test, { canary: 'Other' });
  for (const { admin, id: companyId } of [acme, other]) {
    const { version } = await admin.ok('GET /companies/{companyId}', { companyId });
    await admin.ok('PATCH /companies/{companyId}', { companyId, version, waitingMails: 'at-once' });
  }
});
afterAll(() => fixture.close());

let days = 0;
const log = (company: TestCompany, actor: Actor) => {
  days += 1;
  const day = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10);
  return submitDay(company, actor, day, '09:00', '10:00');
};

const reject = (company: TestCompany, { id, version }: { id: string; version: number }) =>
  company.admin.ok('POST /companies/{companyId}/decisions', {
    companyId: company.id,
    decision: 'reject',
    notes: 'Please name the bay.',
    worklogs: [{ id, version }],
  });

const change = (actor: Actor, to: { isActive: boolean } | { role: 'reviewer' | 'worker' }, { admin, id } = acme) =>
  admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId: id, userId: actor.userId, ...to });

const subjects = (...actors: readonly Actor[]) =>
  actors.map((actor) => fixture.newMails(actor).map(({ subject }) => subject));

test('people who are demoted, deactivated or unsubscribe between queueing and sending are not notified; the others are', async () => {
  const worker = (name: string) => hire(fixture.test, acme.admin, acme.id, 'worker', name);
  const [stays, leaves, rises] = [await worker('Stays'), await worker('Leaves'), await worker('Rises')];
  const declines = await worker('Declines');
  const decider = await hire(fixture.test, acme.admin, acme.id, 'timesheet approver', 'Decider');
  const jobs = await fixture.startJobs();
  await jobs.stop();
  for (const actor of [stays, leaves, rises, declines]) await reject(acme, await log(acme, actor));
  await log(acme, stays);
  await fixture.test.superuser.query(`update notices set created_at = now() - interval '1 hour'`);
  const { ownerPool, app } = fixture.test.database;
  await gatherDueNotices({ ownerPool, app, log: createLog('silent') });
  expect(await queued()).toEqual({ decisions: 4, waiting: 4 });
  await change(leaves, { isActive: false });
  await change(rises, { role: 'reviewer' });
  await change(decider, { role: 'worker' });
  await change(acme.approver, { isActive: false });
  await declines.ok('PATCH /account/emails', { kind: 'decisions', isWanted: false });
  await fixture.startJobs();
  await fixture.settle();
  expect(subjects(stays, leaves, rises, declines)).toEqual([['1 worklog was rejected'], [], [], []]);
  const waiting = ['1 worklog is waiting for your decision'];
  expect(subjects(decider, acme.approver, acme.manager, acme.admin)).toEqual([[], [], waiting, waiting]);
});

/** Notices in the queue, by kind. */
async function queued(): Promise<Record<string, number>> {
  const { rows } = await fixture.test.superuser.query<{ kind: string; count: number }>(
    `select payload ->> 'kind' as kind, count(*)::int as count from graphile_worker._private_jobs
     where payload ->> 'kind' is not null group by 1`,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

describe('one person in two companies', () => {
  test('gets a mail from each, and neither contains data of the other', async () => {
    const worker = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Wulan');
    const decider = await hire(fixture.test, acme.admin, acme.id, 'company admin', 'Mira');
    await join(worker, 'worker');
    await join(decider, 'company admin');
    await fixture.settle();
    subjects(worker, decider);
    for (const company of [acme, other]) {
      await reject(company, await log(company, worker));
      await log(company, worker);
    }
    await fixture.passMinutes(10);
    for (const actor of [worker, decider]) {
      const mails = fixture
        .newMails(actor)
        .map((mail) => withoutWordJoiners(JSON.stringify(mail)).replaceAll('&#8288;', ''));
      expect(mails).toHaveLength(2);
      for (const [ours, theirs] of [
        [
          { name: 'Acme', id: acme.id },
          { name: 'Other', id: other.id },
        ],
        [
          { name: 'Other', id: other.id },
          { name: 'Acme', id: acme.id },
        ],
      ] as const) {
        const [mail = '', ...more] = mails.filter((one) => one.includes(ours.id));
        expect([more.length, mail.includes(`${ours.name} Project`)]).toEqual([0, true]);
        expect([mail.includes(theirs.name), mail.includes(theirs.id)]).toEqual([false, false]);
      }
    }
  });

  async function join(actor: Actor, role: 'worker' | 'company admin') {
    await other.admin.ok('POST /companies/{companyId}/invites', { companyId: other.id, email: actor.email, role });
    const { invites } = await actor.ok('GET /invites', {});
    await actor.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
  }
});
