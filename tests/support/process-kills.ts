// Kills a process at several points between a job and its mail, as a power failure would.

import type { Email } from 'postal-mime';
import { expect } from 'vitest';
import { untilWaiting, withLocksHeld } from './concurrent-transaction.ts';
import type { MailServerRules } from './mail.ts';
import type { NoticesFixture } from './notices.ts';
import type { JobsProcess } from './start-jobs-process.ts';

export type Kill = {
  fixture: NoticesFixture;
  working: JobsProcess;
  /** Rules of the mail server, which the test may change while it runs. */
  rules: MailServerRules;
  /** Starts what leads to the mail. */
  begin(): Promise<unknown>;
};

/** Kills it while it waits for the table. */
export const killAtTable = ({ fixture: { test }, working, begin }: Omit<Kill, 'rules'>, table: string) =>
  withLocksHeld(test, [[`lock table ${table} in access exclusive mode`, []]], async () => {
    await begin();
    await untilWaiting(test.superuser, 1);
    await working.kill();
  });

/** Kills it while it sends the mail to the mail server. */
async function killWhileSending({ working, rules, begin }: Kill): Promise<void> {
  rules.onSender = () => {
    void working.kill();
    return 250;
  };
  await begin();
  await working.ended;
}

/** Kills it when the mail server has received the mail but not answered. */
async function killBeforeResponse({ working, rules, begin }: Kill): Promise<void> {
  rules.onMessage = async () => {
    await working.kill();
    return 250;
  };
  await begin();
  await working.ended;
}

/** Kills it after the mail server has accepted the mail, before the job is deleted from the queue. */
async function killBeforeRecording({ fixture: { test }, working, rules, begin }: Kill): Promise<void> {
  const other = await test.superuser.connect();
  rules.onMessage = async () => {
    await other.query('begin');
    await other.query('select from graphile_worker._private_jobs where locked_by is not null for update');
    return 250;
  };
  await begin();
  await untilWaiting(test.superuser, 1);
  await working.kill();
  // As when the whole machine fails: its statements in the database are not executed either.
  await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  await other.query('commit');
  other.release();
}

/** A mail server that follows the current rules. */
export const followRules = (rules: MailServerRules): MailServerRules => ({
  onSender: () => rules.onSender?.() ?? 250,
  onMessage: (delivery) => rules.onMessage?.(delivery) ?? 250,
});

/** Checks the number of copies, and that they are recognisable as the same mail. */
export function expectCopies(mails: readonly Pick<Email, 'messageId'>[], count: number): void {
  expect(mails).toHaveLength(count);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
}

export type TimedKill = { when: string; mails: number; kill: (how: Kill) => Promise<unknown> };

/** From the moment in which the mail is sent; `sending` names it. */
export const deliveryKills = (sending: string): TimedKill[] => [
  { when: sending, mails: 1, kill: killWhileSending },
  { when: 'when the mail server has the mail and has not answered', mails: 2, kill: killBeforeResponse },
  { when: 'between sending and noting it down', mails: 2, kill: killBeforeRecording },
];
