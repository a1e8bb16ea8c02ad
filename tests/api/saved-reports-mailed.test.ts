// Saved reports by email: on the first morning of a week or month, for the previous one, in the reader's language, with
// what the reader may see when it is generated; only once, even if processes are killed.

import { parse } from 'csv-parse/sync';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf, monthStart, weekStart } from '#domain/calendar.ts';
import { type Actor, type Input, testPassword } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { insertExpenses } from '../support/many-rows.ts';
import { type NoticesFixture, openNoticesFixture, withoutWordJoiners, zoneAt } from '../support/notices.ts';

let fixture: NoticesFixture;
let acme: TestCompany;
let today: string;
let lastWeek: string;

const readers = [
  'Rina Reader',
  'Once',
  'Gone',
  'Declined',
  'Unshared',
  'Still',
  'Enough',
  'Large',
  'Monthly',
  'Removed',
  'Closed',
  'Lesser',
  'Quiet',
] as const;
const hired = new Map<string, Actor>();
let wordy: Actor;

function readerCalled(name: (typeof readers)[number]): Actor {
  const actor = hired.get(name);
  if (!actor) throw new Error(`${name} was not hired.`);
  return actor;
}

beforeAll(async () => {
  fixture = await openNoticesFixture();
  acme = await foundTestCompany(fixture.test, { timeZone: zoneAt(12) });
  await acme.admin.ok('PUT /companies/{companyId}/seats', { companyId: acme.id, seats: 50 });
  today = dayOf(new Date(), zoneAt(12));
  lastWeek = addDays(weekStart(today, 1), -7);
  await submitDay(acme, acme.worker, lastWeek, '08:00', '12:00', 'in the week');
  await submitDay(acme, acme.worker, addDays(lastWeek, 6), '08:00', '09:00', 'on its last day');
  await submitDay(acme, acme.worker, addDays(lastWeek, -1), '08:00', '09:00', 'before it');
  // Before jobs run, because invite links are read from the queue.
  for (const name of readers) hired.set(name, await hire(fixture.test, acme.admin, acme.id, 'reviewer', name));
  wordy = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Wordy');
  await fixture.startJobs();
});
afterAll(() => fixture.close());

type Saved = Partial<Input<'POST /companies/{companyId}/saved-reports'>>;

const save = (actor: Actor, rest: Saved = {}) =>
  actor.ok('POST /companies/{companyId}/saved-reports', {
    companyId: acme.id,
    name: 'Weekly hours',
    view: 'worklogs',
    range: 'this-week',
    filter: {},
    mail: 'weekly',
    mailFormat: 'csv',
    ...rest,
  });

/** Makes it the first morning of a week and of a month again. */
const nextMorning = async () => {
  await fixture.test.superuser.query(`update saved_report_choices set mailed_on = mailed_on - 40`);
  await fixture.passNights(40);
};

const unsubscribeHeader = (mail: Email) => mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';

/** Only the mails of reports; deciders also get other mails in the morning. */
const attachedTo = (actor: Pick<Actor, 'email'>) =>
  fixture
    .newMails(actor)
    .filter((mail) => unsubscribeHeader(mail).includes('code=report.'))
    .map((mail) => {
      const [file] = mail.attachments;
      const content =
        file && typeof file.content !== 'string'
          ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.content)
          : '';
      return { mail, name: file?.filename ?? null, content };
    });

const rowsIn = (content: string, delimiter = ','): Record<string, string>[] =>
  parse(content, { bom: true, columns: true, delimiter });

describe('a weekly report', () => {
  test('contains exactly the previous week, in the language of its reader', async () => {
    const reader = readerCalled('Rina Reader');
    await reader.ok('PATCH /settings', { locale: 'id' });
    await save(reader);
    await nextMorning();
    const [first, ...rest] = attachedTo(reader);
    expect(rest).toEqual([]);
    expect(rowsIn(first?.content ?? '', ';').map(({ Keterangan }) => Keterangan)).toEqual([
      'in the week',
      'on its last day',
    ]);
    expect(first?.name).toBe(`Acme Company – catatan kerja ${lastWeek} – ${addDays(lastWeek, 6)}.csv`);
    expect(withoutWordJoiners(first?.mail.text)).toContain('Terlampir laporan “Weekly hours”');
    expect(decodeURIComponent(first?.mail.text ?? '')).toContain(
      `/reports?from=${lastWeek}&to=${addDays(lastWeek, 6)}&view=worklogs`,
    );
  });

  test('is sent once a morning, however often the job runs, and again a week later', async () => {
    const reader = readerCalled('Once');
    await save(reader, { mailFormat: 'link' });
    await nextMorning();
    await fixture.runDailySchedule();
    await fixture.run('schedule-daily-mail');
    expect(attachedTo(reader)).toMatchObject([{ name: null }]);
    await nextMorning();
    expect(attachedTo(reader)).toHaveLength(1);
  });

  test('contains what each reader may see when it is generated', async () => {
    const { id } = await save(acme.admin, { name: 'For all', isShared: true, view: 'breakdown', mail: 'never' });
    const other = await acme.worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: acme.id,
      taskId: acme.otherProject.timedTaskId,
      start: `${addDays(lastWeek, 1)}T08:00`,
      end: `${addDays(lastWeek, 1)}T09:00`,
      notes: 'on the other project',
    });
    const mailed = { companyId: acme.id, reportId: id, mail: 'weekly', mailFormat: 'csv' } as const;
    for (const actor of [acme.manager, acme.approver, acme.reviewer])
      await actor.ok('PATCH /companies/{companyId}/saved-reports/{reportId}/choices', mailed);
    await nextMorning();
    const minutesOf = (actor: Actor) =>
      rowsIn(attachedTo(actor)[0]?.content ?? '')
        .map(({ Minutes }) => Number(Minutes))
        .reduce((sum, one) => sum + one, 0);
    expect(minutesOf(acme.manager)).toBe(300);
    expect(minutesOf(acme.reviewer)).toBe(360);
    // An approver may not see the breakdown and gets the rows instead.
    const [rows] = attachedTo(acme.approver);
    expect(rowsIn(rows?.content ?? '').map(({ Notes }) => Notes)).toContain('on the other project');
    await acme.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
      companyId: acme.id,
      worklogId: other.id,
      version: 1,
    });
  });

  test('is not sent to deactivated or unsubscribed members, when it is no longer shared, or in a Free company', async () => {
    const [gone, declined] = [readerCalled('Gone'), readerCalled('Declined')];
    const [unshared, still] = [readerCalled('Unshared'), readerCalled('Still')];
    const people = [gone, declined, unshared, still];
    const shared = await save(acme.admin, { name: 'Taken back', isShared: true, mail: 'never' });
    for (const actor of [gone, declined, still]) await save(actor, { mailFormat: 'link' });
    const choice = { companyId: acme.id, reportId: shared.id, mail: 'weekly' } as const;
    await unshared.ok('PATCH /companies/{companyId}/saved-reports/{reportId}/choices', choice);
    // Not through the API, which also removes its readers: a job must check permissions when it runs.
    await fixture.test.superuser.query('update saved_reports set is_shared = false where id = $1', [shared.id]);
    await acme.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: acme.id,
      userId: gone.userId,
      isActive: false,
    });
    await declined.ok('PATCH /account/emails', { kind: 'report', isWanted: false });
    await nextMorning();
    expect(people.map((actor) => attachedTo(actor).length)).toEqual([0, 0, 0, 1]);
    await fixture.test.superuser.query('update companies set seats = 1 where id = $1', [acme.id]);
    await nextMorning();
    await fixture.test.superuser.query('update companies set seats = 30 where id = $1', [acme.id]);
    expect(attachedTo(still)).toEqual([]);
  });

  test('in the queue is not sent if it was deleted, unsubscribed or the account is closed, and contains what the current role sees', async () => {
    const [removed, closed, lesser] = [readerCalled('Removed'), readerCalled('Closed'), readerCalled('Lesser')];
    const shared = await save(acme.admin, { name: 'Soon removed', isShared: true, mail: 'never' });
    const choice = { companyId: acme.id, reportId: shared.id, mail: 'weekly' } as const;
    await removed.ok('PATCH /companies/{companyId}/saved-reports/{reportId}/choices', choice);
    const quiet = readerCalled('Quiet');
    const { id: quietId } = await save(quiet, { mailFormat: 'link' });
    const mails = [
      { actor: removed, reportId: shared.id },
      { actor: closed, reportId: (await save(closed, { mailFormat: 'link' })).id },
      { actor: lesser, reportId: (await save(lesser, { filter: { workerIds: [acme.worker.userId] } })).id },
      { actor: quiet, reportId: quietId },
    ];
    /** The jobs that the daily run queues for each person. */
    const arrive = async () => {
      for (const { actor, reportId } of mails) {
        const payload = { companyId: acme.id, reportId, userId: actor.userId, mailing: 'weekly', day: today };
        await fixture.test.database.ownerPool.query(`select graphile_worker.add_job('send-report', $1::json)`, [
          JSON.stringify(payload),
        ]);
      }
      await fixture.settle();
      return mails.map(({ actor }) => attachedTo(actor));
    };
    const [first, second, whole, wanted] = await arrive();
    expect([first?.length, second?.length, wanted?.length]).toEqual([1, 1, 1]);
    expect(rowsIn(whole?.[0]?.content ?? '')).toHaveLength(2);
    const ofCompany = { companyId: acme.id };
    await acme.admin.ok('DELETE /companies/{companyId}/saved-reports/{reportId}', {
      ...ofCompany,
      reportId: shared.id,
    });
    const never = { ...ofCompany, reportId: quietId, mail: 'never' } as const;
    await quiet.ok('PATCH /companies/{companyId}/saved-reports/{reportId}/choices', never);
    await closed.ok('POST /account/closing', { currentPassword: testPassword });
    const becoming = { ...ofCompany, userId: lesser.userId, role: 'worker' } as const;
    await acme.admin.ok('PATCH /companies/{companyId}/members/{userId}', becoming);
    const [third, fourth, part, unwanted] = await arrive();
    expect([third, fourth, unwanted, part?.length, rowsIn(part?.[0]?.content ?? '')]).toEqual([[], [], [], 1, []]);
  });

  test('is unsubscribed by one click, with all others', async () => {
    const reader = readerCalled('Enough');
    await save(reader, { mailFormat: 'link' });
    await nextMorning();
    const [first] = attachedTo(reader);
    const header = first ? unsubscribeHeader(first.mail) : '';
    const code = new URL(header.replace(/^<|>$/g, '')).searchParams.get('code') ?? '';
    expect(await fixture.test.visitor().ok('POST /link-actions/unsubscribe', { code })).toEqual({ kind: 'report' });
    await nextMorning();
    expect(attachedTo(reader)).toEqual([]);
  });

  test('contains a link when the file is too large for an email', async () => {
    const reader = readerCalled('Large');
    const { userId: workerId } = wordy;
    await insertExpenses(fixture.test, acme, {
      workerId,
      count: 1500,
      day: `date '${lastWeek}'`,
      notes: `repeat('n', 4000)`,
    });
    await save(reader, { filter: { workerIds: [wordy.userId] } });
    await save(reader, { name: 'A part', filter: { workerIds: [acme.worker.userId] } });
    await nextMorning();
    const mails = attachedTo(reader);
    expect(mails.map(({ name }) => name !== null).toSorted()).toEqual([false, true]);
    expect(withoutWordJoiners(mails.find(({ name }) => name === null)?.mail.text)).toContain('too large for an email');
  });
});

test('a monthly report contains the previous month; fixed days stay fixed', async () => {
  const reader = readerCalled('Monthly');
  await save(reader, { name: 'Month', mail: 'monthly', mailFormat: 'link', range: 'this-week' });
  await save(reader, {
    name: 'Days',
    mail: 'monthly',
    mailFormat: 'link',
    range: 'days',
    from: '2026-01-05',
    to: '2026-01-06',
  });
  await nextMorning();
  const to = addDays(monthStart(today), -1);
  const text = attachedTo(reader)
    .map(({ mail }) => decodeURIComponent(mail.text ?? ''))
    .join('\n');
  expect(text).toContain(`/reports?from=${monthStart(to)}&to=${to}`);
  expect(text).toContain('/reports?from=2026-01-05&to=2026-01-06');
});
