// A saved report is mailed once even if the process is killed between the daily run and the mail: nothing is lost, and only a kill
// after the mail server has received the mail causes a copy, recognisable by its Message-ID.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf, weekStart } from '#domain/calendar.ts';
import { foundTestCompany, submitDay, type TestCompany } from '../support/company.ts';
import type { MailServerRules } from '../support/mail.ts';
import { type NoticesFixture, openNoticesFixture, zoneAt } from '../support/notices.ts';
import { deliveryKills, expectCopies, followRules, killAtTable, type TimedKill } from '../support/process-kills.ts';
import type { JobsProcess } from '../support/start-jobs-process.ts';

let fixture: NoticesFixture;
let acme: TestCompany;
/** The process to kill; the next one takes over its jobs. */
let working: JobsProcess;
const rules: MailServerRules = {};

beforeAll(async () => {
  fixture = await openNoticesFixture(followRules(rules));
  acme = await foundTestCompany(fixture.test, { timeZone: zoneAt(12) });
  const lastWeek = addDays(weekStart(dayOf(new Date(), zoneAt(12)), 1), -7);
  const { id, version } = await submitDay(acme, acme.worker, lastWeek, '08:00', '12:00', 'in the week');
  // No worklogs are pending, so the daily mails are only those of the report.
  const worklogs = [{ id, version }];
  const companyId = acme.id;
  await acme.approver.ok('POST /companies/{companyId}/decisions', { companyId, decision: 'approve', worklogs });
  await acme.reviewer.ok('POST /companies/{companyId}/saved-reports', {
    companyId,
    name: 'Weekly hours',
    view: 'worklogs',
    range: 'this-week',
    filter: {},
    mail: 'weekly',
    mailFormat: 'csv',
  });
  working = await fixture.startSeparateProcess();
  await fixture.test.superuser.query('delete from notices');
});
afterAll(() => fixture.close());

/** Makes it the first morning of a week again. */
async function passNights(): Promise<void> {
  const { superuser } = fixture.test;
  await superuser.query('update saved_report_choices set mailed_on = mailed_on - 40');
  await superuser.query('delete from sent_notices');
  await superuser.query('update daily_runs set day = day - 40 where company_id = $1', [acme.id]);
}

const runDailySchedule = () =>
  fixture.test.database.ownerPool.query(`select graphile_worker.add_job('schedule-daily-mail')`);

const kills: TimedKill[] = [
  {
    when: 'while the mails of the morning are put into the queue',
    mails: 1,
    kill: (how) => killAtTable(how, 'saved_report_choices'),
  },
  { when: 'while its file is begun', mails: 1, kill: (how) => killAtTable(how, 'saved_reports') },
  ...deliveryKills('between making the file and sending it'),
];

describe('a saved report is mailed once when the process is killed', () => {
  test.each(kills)('$when', { timeout: 60_000 }, async ({ mails, kill }) => {
    await passNights();
    await kill({ fixture, working, rules, begin: runDailySchedule });
    delete rules.onSender;
    delete rules.onMessage;
    working = await fixture.startSeparateProcess();
    await fixture.settle();
    await fixture.runDailySchedule();
    const received = fixture.newMails(acme.reviewer);
    expectCopies(received, mails);
    for (const { attachments } of received) {
      const content = attachments[0]?.content ?? '';
      const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
      expect(text).toContain('in the week');
    }
  });
});
