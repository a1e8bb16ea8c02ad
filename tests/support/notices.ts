// Notices end to end: changes through the API, the jobs of the product, a mail server.
// Time passes by making stored notices older, never by waiting.

import type { Email } from 'postal-mime';
import { vi } from 'vitest';
import { type Jobs, startJobs } from '#server/jobs/runner.ts';
import { createLog } from '#server/log.ts';
import { type Actor, startTestApp, type TestApp } from './app.ts';
import { type MailServer, type MailServerRules, startMailServer } from './mail.ts';
import { type JobsProcess, startJobsProcess } from './start-jobs-process.ts';

export type NoticesFixture = {
  test: TestApp;
  mailServer: MailServer;
  /** Starts running jobs. Afterwards links of registrations and invites are no longer in the queue. */
  startJobs(): Promise<Jobs>;
  /** The same in a separate process, which a test may kill. It takes over the jobs of a killed one. */
  startSeparateProcess(): Promise<JobsProcess>;
  /** Lets minutes pass, and sends due notices. */
  passMinutes(minutes: number): Promise<void>;
  /** Runs the schedule of daily mails: they are sent where it is morning and they have not been sent yet. */
  runDailySchedule(): Promise<void>;
  /** Lets nights pass, then runs the schedule of daily mails. */
  passNights(nights?: number): Promise<void>;
  /** The mails that a person received since the last call for them. */
  newMails(actor: Pick<Actor, 'email'>): Email[];
  run(task: string): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
};

export async function openNoticesFixture(
  rules: MailServerRules = {},
  environment: Record<string, string> = {},
): Promise<NoticesFixture> {
  const test = await startTestApp(environment);
  const mailServer = await startMailServer(rules);
  const running: Pick<Jobs, 'stop'>[] = [];
  const seen = new Map<string, number>();
  const owner = test.database.ownerPool;

  /** Jobs of the product only, without the scheduled ones of the queue itself. */
  const settle = async () => {
    await vi.waitUntil(
      async () => {
        const { rows } = await test.superuser.query<{ count: number }>(
          `select count(*)::int as count from graphile_worker._private_jobs where attempts < max_attempts`,
        );
        return rows[0]?.count === 0;
      },
      { timeout: 60_000, interval: 20 },
    );
  };
  const run = async (task: string) => {
    await owner.query('select graphile_worker.add_job($1)', [task]);
    await settle();
  };
  const age = (minutes: number) =>
    // Calculated beside the update, because Citus calculates with columns in no other place there.
    test.superuser.query(
      `with aged as materialized (select company_id, id, created_at - make_interval(mins => $1) as at from notices)
       update notices n set created_at = aged.at from aged where n.company_id = aged.company_id and n.id = aged.id`,
      [minutes],
    );
  let isSetUp = false;
  const setUp = async () => {
    if (isSetUp) return;
    isSetUp = true;
    await test.superuser.query('delete from graphile_worker._private_jobs');
    // The daily run of the test's day is over.
    await test.superuser.query(
      `insert into daily_runs (company_id, day) select id, (now() at time zone time_zone)::date from companies
       on conflict do nothing`,
    );
  };

  return {
    test,
    mailServer,
    startJobs: async () => {
      await setUp();
      const { baseUrl, appSecret, dataDir } = test.config;
      const config = {
        baseUrl,
        host: '127.0.0.1',
        appSecret,
        dataDir,
        receiptsS3: undefined,
        push: test.config.push,
        smtpUrl: mailServer.url,
        smtpPerSecond: null,
        workers: null,
        mailFrom: 'Daybook <daybook@daybook.example>',
        environment: 'test',
        stripe: undefined,
      } as const;
      const jobs = await startJobs({
        config,
        database: test.database,
        log: createLog(process.env.TEST_LOG === '1' ? 'error' : 'silent'),
      });
      running.push(jobs);
      return jobs;
    },
    startSeparateProcess: async () => {
      await setUp();
      // Old enough that their worker is considered dead.
      await test.superuser.query(
        `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`,
      );
      const separate = await startJobsProcess({
        ...test.connections,
        baseUrl: test.config.baseUrl,
        smtpUrl: mailServer.url,
      });
      running.push({ stop: separate.kill });
      return separate;
    },
    passMinutes: async (minutes) => {
      await age(minutes);
      await run('gather-notices');
    },
    runDailySchedule: () => run('schedule-daily-mail'),
    // In one statement, because the product also runs its schedule every five minutes.
    passNights: async (nights = 1) => {
      await test.superuser.query(
        `with passed as (update daily_runs set day = day - $1::int) update sent_notices set day = day - $1::int where kind = 'waiting'`,
        [nights],
      );
      await run('schedule-daily-mail');
    },
    newMails: ({ email }) => {
      const all = mailServer.deliveries.filter(({ recipients }) => recipients.includes(email)).map(({ mail }) => mail);
      const fresh = all.slice(seen.get(email) ?? 0);
      seen.set(email, all.length);
      return fresh;
    },
    run,
    settle,
    close: async () => {
      for (const jobs of running) await jobs.stop();
      await mailServer.close();
      await test.close();
    },
  };
}

/** A time zone in which it is now about that hour, so that a test does not depend on the time of day. */
export function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Removes the invisible characters that prevent names from becoming links. */
export const withoutWordJoiners = (text: string | undefined): string => (text ?? '').replaceAll('\u2060', '');
