// What a company admin sees of members whose mails about work cannot be delivered. Real jobs, and a mail server that refuses mails.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { personalData } from '#contract/personal-data.ts';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import type { MailServerRules } from '../support/mail.ts';
import { type NoticesFixture, openNoticesFixture } from '../support/notices.ts';

let fixture: NoticesFixture;
let acme: TestCompany;
let other: TestCompany;
let people: Record<'refused' | 'temporary' | 'declining' | 'reading' | 'leaving', Actor>;
let rules: MailServerRules;

beforeAll(async () => {
  fixture = await openNoticesFixture({
    onRecipient: (address) => rules.onRecipient?.(address) ?? 250,
    onMessage: (delivery) => rules.onMessage?.(delivery) ?? 250,
  });
  acme = await foundTestCompany(fixture.test, { canary: 'Acme' });
  other = await foundTestCompany(fixture.test, { canary: 'Other' });
  const worker = (name: string) => hire(fixture.test, acme.admin, acme.id, 'worker', name);
  people = {
    refused: await worker('Refused'),
    temporary: await worker('Temporary'),
    declining: await worker('Declining'),
    reading: await worker('Reading'),
    leaving: await worker('Leaving'),
  };
  await fixture.startJobs();
});
beforeEach(() => {
  rules = {};
});
afterAll(() => fixture.close());

const readMails = async ({ admin, id } = acme) =>
  (await admin.ok('GET /companies/{companyId}/dashboard', { companyId: id })).failedMails;

const named = async (name: string) => (await readMails())?.people.find((person) => person.name === name);

let days = 0;

/** Rejects a worklog of the person and lets the time pass after which they are mailed. */
async function notify(person: Actor): Promise<void> {
  days += 1;
  const day = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10);
  const { id, version } = await submitDay(acme, person, day, '09:00', '10:00');
  await acme.admin.ok('POST /companies/{companyId}/decisions', {
    companyId: acme.id,
    decision: 'reject',
    notes: 'Which bay?',
    worklogs: [{ id, version }],
  });
  await fixture.test.superuser.query(`update notices set created_at = now() - interval '1 hour'`);
  await fixture.test.database.ownerPool.query(`select graphile_worker.add_job('gather-notices')`);
}

test('a refused member is listed since the first failure, until a mail arrives', async () => {
  const { refused } = people;
  rules.onRecipient = (address) => (address === refused.email ? 550 : 250);
  await notify(refused);
  await expect.poll(() => named('Refused')).toMatchObject({ userId: refused.userId, reason: 'address-refused' });
  const manager = await acme.manager.ok('GET /companies/{companyId}/dashboard', { companyId: acme.id });
  expect(manager.failedMails, 'who does not manage members').toBeNull();
  expect(await readMails(other), 'another company').toEqual({ count: 0, people: [] });

  await fixture.test.superuser.query(`update failed_mails set since = '2026-01-01T00:00:00Z'`);
  rules = { onMessage: () => 554 };
  await notify(refused);
  await expect.poll(async () => (await named('Refused'))?.reason).toBe('message-refused');
  expect((await named('Refused'))?.since).toBe('2026-01-01T00:00:00.000Z');
  const { memberships } = personalData.parse(
    JSON.parse((await refused.send('GET', `${apiPrefix}/account/download`)).text),
  );
  expect(memberships).toMatchObject([{ mailsFailingSince: '2026-01-01T00:00:00.000Z' }]);

  rules = {};
  await notify(refused);
  await expect.poll(() => named('Refused')).toBeUndefined();
});

test('a temporary refusal says nothing until the last attempt has failed', async () => {
  const { temporary } = people;
  rules.onRecipient = (address) => (address === temporary.email ? 451 : 250);
  await notify(temporary);
  const failed = `from graphile_worker._private_jobs where payload ->> 'userId' = $1 and last_error is not null`;
  const failures = async () =>
    (await fixture.test.superuser.query<{ attempts: number }>(`select attempts ${failed}`, [temporary.userId])).rows;
  await expect.poll(failures).toEqual([{ attempts: 1 }]);
  expect(await named('Temporary')).toBeUndefined();
  await fixture.test.superuser.query(
    `update graphile_worker._private_jobs set run_at = now(), max_attempts = attempts + 1 where payload ->> 'userId' = $1`,
    [temporary.userId],
  );
  await expect.poll(() => named('Temporary')).toMatchObject({ reason: 'not-sent' });
});

test('a notice that no longer applies proves nothing, and who leaves is not listed', async () => {
  const { declining, leaving } = people;
  rules.onRecipient = (address) => ([declining.email, leaving.email].includes(address) ? 550 : 250);
  await notify(declining);
  await notify(leaving);
  await expect.poll(async () => [await named('Declining'), await named('Leaving')]).not.toContain(undefined);
  await declining.ok('PATCH /account/emails', { kind: 'decisions', isWanted: false });
  rules = {};
  await notify(declining);
  await fixture.settle();
  expect(await named('Declining')).toBeDefined();
  const leave = { companyId: acme.id, userId: leaving.userId, isActive: false };
  await acme.admin.ok('PATCH /companies/{companyId}/members/{userId}', leave);
  expect(await named('Leaving')).toBeUndefined();
});

test('a saved report that cannot be delivered counts too', async () => {
  const { reading } = people;
  rules.onRecipient = (address) => (address === reading.email ? 550 : 250);
  const report = { companyId: acme.id, name: 'Weekly', view: 'worklogs', range: 'this-week', filter: {} } as const;
  const { id } = await reading.ok('POST /companies/{companyId}/saved-reports', { ...report, mail: 'weekly' });
  const job = { companyId: acme.id, reportId: id, userId: reading.userId, mailing: 'weekly', day: '2026-03-02' };
  await fixture.test.database.ownerPool.query(`select graphile_worker.add_job('send-report', $1)`, [
    JSON.stringify(job),
  ]);
  await expect.poll(() => named('Reading')).toMatchObject({ reason: 'address-refused' });
});
