// If the company has enabled it, a worker with an empty week is reminded once, on the first morning after that week.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf, weekStart } from '#domain/calendar.ts';
import type { Jobs } from '#server/jobs/runner.ts';
import { sendDailyMail } from '#server/notices/daily-mail.ts';
import { shortTransactions } from '#server/request/short-transactions.ts';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, type TestCompany } from '../support/company.ts';
import { type NoticesFixture, openNoticesFixture, withoutWordJoiners, zoneAt } from '../support/notices.ts';

const zone = zoneAt(12);
const today = dayOf(new Date(), zone);
/** The first day of the week that makes it begin today. */
const weekStartsOn = [1, 2, 3, 4, 5, 6, 7].find((day) => weekStart(today, day) === today) ?? 1;
const lastWeek = addDays(today, -7);

let fixture: NoticesFixture;
let acme: TestCompany;
let idle: Actor;
let late: Actor;
let left: Actor;
let jobs: Jobs;

beforeAll(async () => {
  fixture = await openNoticesFixture();
  acme = await foundTestCompany(fixture.test, { timeZone: zone });
  idle = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Idle');
  late = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Late');
  left = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Left');
  await fixture.test.superuser.query(`update members set joined_at = now() - interval '30 days' where user_id <> $1`, [
    late.userId,
  ]);
  await set({ weekStartsOn, emptyWeekMails: true, waitingMails: 'never' });
  jobs = await fixture.startJobs();
});
afterAll(() => fixture.close());

beforeEach(async () => {
  await fixture.test.superuser.query('delete from sent_notices');
});

const set = (fields: {
  weekStartsOn?: number;
  emptyWeekMails?: boolean;
  lockedUntil?: string | null;
  waitingMails?: 'never';
}) => setPolicies(acme.admin, acme.id, fields);

const reminded = () =>
  [acme.worker, idle, late, left, acme.admin, acme.reviewer]
    .filter((actor) => fixture.newMails(actor).length > 0)
    .map(({ name }) => name);

test('is sent to members who could log and logged nothing, with a link to that week', async () => {
  await acme.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: acme.id,
    taskId: acme.project.timedTaskId,
    start: `${lastWeek}T09:00`,
    end: `${lastWeek}T10:00`,
  });
  await acme.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
    companyId: acme.id,
    userId: left.userId,
    isActive: false,
  });
  await fixture.passNights();
  const [mail, ...more] = fixture.newMails(idle);
  expect([more.length, mail?.subject]).toEqual([0, expect.stringMatching(/^Nothing is logged yet for \d/)]);
  const week = `/worklogs?from=${lastWeek}&to=${addDays(today, -1)}`;
  expect(withoutWordJoiners(mail?.text)).toContain(
    new URLSearchParams({ mode: 'open', company: acme.id, to: week }).toString(),
  );
  expect(reminded()).toEqual([]);
});

test('is sent once: not again the next day, nor by a second server', async () => {
  await fixture.passNights();
  expect(reminded()).toEqual(['Idle']);
  await fixture.passNights();
  expect(reminded()).toEqual([]);
  const morning = JSON.stringify({ companyId: acme.id, day: today, isFirstOfWeek: true });
  await fixture.test.database.ownerPool.query(`select graphile_worker.add_job('send-daily-mail', $1::json)`, [morning]);
  await fixture.settle();
  expect(reminded()).toEqual([]);
});

test('is sent on a later day only if the first morning of the week was missed', async () => {
  const yesterday =
    weekStart(addDays(today, -1), weekStartsOn) === addDays(today, -1) ? weekStartsOn : ((weekStartsOn + 5) % 7) + 1;
  await set({ weekStartsOn: yesterday });
  await fixture.passNights(1);
  expect(reminded()).toEqual([]);
  await fixture.passNights(3);
  expect(reminded()).toEqual(['Idle']);
  await set({ weekStartsOn });
});

test('is not sent where the company disabled it, or to members who cannot log', async () => {
  await set({ emptyWeekMails: false });
  await fixture.passNights();
  expect(reminded()).toEqual([]);
  await set({ emptyWeekMails: true, lockedUntil: addDays(today, -1) });
  await fixture.passNights();
  expect(reminded()).toEqual([]);
  await set({ lockedUntil: null });
  await fixture.test.superuser.query('update tasks set closed_at = now()');
  await fixture.passNights();
  expect(reminded()).toEqual([]);
  await fixture.test.superuser.query('update tasks set closed_at = null');
  await fixture.passNights();
  expect(reminded()).toEqual(['Idle']);
});

test('is not sent to members who called their usual days complete, or came back meanwhile', async () => {
  const { superuser } = fixture.test;
  const complete = (first: number, last: number) =>
    superuser.query(
      `insert into complete_days (company_id, user_id, day) select $1, $2, $3::date + n from generate_series($4::int, $5::int) n`,
      [acme.id, idle.userId, lastWeek, first, last],
    );
  await complete(0, 5);
  await superuser.query(`delete from complete_days where user_id = $1 and extract(isodow from day) = 3`, [idle.userId]);
  await fixture.passNights();
  expect(reminded(), 'without the Wednesday').toEqual(['Idle']);
  await superuser.query('delete from complete_days');
  await superuser.query('delete from sent_notices');
  await complete(0, 6);
  await superuser.query('delete from complete_days where extract(isodow from day) > 5');
  await fixture.passNights();
  expect(reminded(), 'Monday to Friday').toEqual([]);
  await submitOn(addDays(lastWeek, -7));
  await superuser.query('delete from complete_days');
  await complete(0, 0);
  await fixture.passNights();
  expect(reminded(), 'the only day of the week on which they worked').toEqual([]);
  await superuser.query('delete from complete_days');
  await fixture.passNights();
  expect(reminded()).toEqual(['Idle']);
  await superuser.query('delete from sent_notices');
  const renew = `update members set renewed_at = $2 where user_id = $1`;
  await superuser.query(renew, [idle.userId, addDays(today, -2)]);
  await fixture.passNights();
  expect(reminded(), 'came back during that week').toEqual([]);
  await superuser.query(renew, [idle.userId, null]);
});

const submitOn = (day: string) =>
  idle.ok('POST /companies/{companyId}/worklogs', {
    companyId: acme.id,
    taskId: acme.project.timedTaskId,
    start: `${day}T09:00`,
    end: `${day}T10:00`,
  });

test('ten thousand are sent in batches, each once although the job runs again', async () => {
  await jobs.stop();
  await fixture.test.superuser.query(
    `with people as (
       insert into users (id, name, email, email_verified)
       select gen_random_uuid(), 'Many', 'many' || n || '@example.test', true from generate_series(1, 10000) n returning id)
     insert into members (company_id, user_id, role, joined_at)
     select $1, id, 'worker', now() - interval '30 days' from people`,
    [acme.id],
  );
  const sendMails = () =>
    sendDailyMail(shortTransactions(fixture.test.database.app), {
      companyId: acme.id,
      day: today,
      isFirstOfWeek: true,
    });
  await sendMails();
  await sendMails();
  const { rows } = await fixture.test.superuser.query<{ all: number; people: number }>(
    `select count(*)::int as all, count(distinct payload ->> 'userId')::int as people
     from graphile_worker._private_jobs where payload ->> 'kind' = 'empty-week'`,
  );
  expect(rows).toEqual([{ all: 10_001, people: 10_001 }]);
});
