// A decision is notified once even if the process is killed before its mail is sent: nothing is lost, and only a kill after the
// mail server has received the mail causes a copy, recognisable by its Message-ID.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  working = await fixture.startSeparateProcess();
});
afterAll(() => fixture.close());
const obey = () => {
  delete rules.onSender;
  delete rules.onMessage;
};
beforeEach(obey);

const owner = () => fixture.test.database.ownerPool;
const startTask = (task: string, payload = '{}') =>
  owner().query('select graphile_worker.add_job($1, $2::json)', [task, payload]);

/** After three minutes without changes, when notices are due. */
async function endWindow() {
  await fixture.test.superuser.query(`update notices set created_at = now() - interval '3 minutes'`);
  await startTask('gather-notices');
}

const kills: TimedKill[] = [
  { when: 'before its window is over', mails: 1, kill: () => working.kill() },
  {
    when: 'while the notices of its window are taken out',
    mails: 1,
    kill: (how) => killAtTable(how, 'worklogs'),
  },
  {
    when: 'between queueing and sending, while the mail is written',
    mails: 1,
    kill: (how) => killAtTable(how, 'declined_mails'),
  },
  ...deliveryKills('while it speaks to the mail server'),
];

describe('a rejected worklog is notified once when the process is killed', () => {
  test.each(kills)('$when', { timeout: 60_000 }, async ({ mails, kill }) => {
    const { id, version } = await submitDay(acme, acme.worker, nextDay(), '09:00', '10:00');
    await acme.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: acme.id,
      decision: 'reject',
      notes: 'Please name the bay.',
      worklogs: [{ id, version }],
    });
    await kill({ fixture, working, rules, begin: endWindow });
    obey();
    working = await fixture.startSeparateProcess();
    await fixture.passMinutes(3);
    const received = fixture.newMails(acme.worker);
    expect(received.filter(({ text }) => !text?.includes(id))).toEqual([]);
    expectCopies(received, mails);
  });
});

let days = 0;
const nextDay = () => new Date(Date.UTC(2026, 0, ++days)).toISOString().slice(0, 10);

describe('daily mail on two servers', () => {
  const counts = () => [acme.admin, acme.manager, acme.approver].map((actor) => fixture.newMails(actor).length);
  const nightPasses = async () => {
    await fixture.test.superuser.query('delete from sent_notices');
    const { rows } = await fixture.test.superuser.query<{ day: string }>('select day::text as day from daily_runs');
    await fixture.test.superuser.query('update daily_runs set day = day - 1');
    return JSON.stringify({ companyId: acme.id, day: rows[0]?.day, isFirstOfWeek: false });
  };
  /** Two processes run the schedule repeatedly, and the daily job is queued four times. */
  const runDailyMails = async (morning: string) => {
    for (let n = 0; n < 4; n += 1) {
      await startTask('schedule-daily-mail');
      await startTask('send-daily-mail', morning);
    }
  };

  test('is one mail for each decider, also when one of the servers is killed', {
    timeout: 60_000,
  }, async () => {
    await submitDay(acme, acme.worker, nextDay(), '09:00', '10:00');
    await fixture.startSeparateProcess();
    counts();
    await runDailyMails(await nightPasses());
    await fixture.settle();
    expect(counts()).toEqual([1, 1, 1]);
    const morning = await nightPasses();
    await killAtTable({ fixture, working, begin: () => runDailyMails(morning) }, 'sent_notices');
    await fixture.startSeparateProcess();
    await fixture.settle();
    expect(counts()).toEqual([1, 1, 1]);
  });
});
