// What a company admin sees of an invite that could not be delivered. Real jobs, and a real mail server that refuses mails.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Jobs, startJobs } from '#server/jobs/runner.ts';
import { createLog } from '#server/log.ts';
import { type Actor, freshEmail, startTestApp, type TestApp } from '../support/app.ts';
import { companyWithSeats } from '../support/company.ts';
import { type MailServer, type MailServerRules, startMailServer } from '../support/mail.ts';

let app: TestApp;
let admin: Actor;
let companyId: string;
let mailServer: MailServer;
let jobs: Jobs;
let rules: MailServerRules;
let heard: unknown[];
let stopListening: () => void;

beforeAll(async () => {
  app = await startTestApp();
  ({ id: companyId, admin } = await companyWithSeats(app, 100));
  // The set-up sent mails too.
  await app.superuser.query('delete from graphile_worker._private_jobs');
  mailServer = await startMailServer({
    onRecipient: (address) => rules.onRecipient?.(address) ?? 250,
    onMessage: (delivery) => rules.onMessage?.(delivery) ?? 250,
  });
  const config = { ...app.config, smtpUrl: mailServer.url, mailFrom: 'Daybook <daybook@daybook.example>' };
  jobs = await startJobs({ ...app, config, log: createLog('silent') });
  const listener = await app.superuser.connect();
  listener.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)));
  await listener.query('listen live');
  stopListening = () => listener.release(true);
});
beforeEach(() => {
  rules = {};
  heard = [];
});
afterEach(() => app.superuser.query('delete from graphile_worker._private_jobs where locked_at is null'));
afterAll(async () => {
  stopListening();
  await jobs.stop();
  await mailServer.close();
  await app.close();
});

const invite = (email: string) => admin.ok('POST /companies/{companyId}/invites', { companyId, email, role: 'worker' });

const resend = (inviteId: string) =>
  admin.ok('POST /companies/{companyId}/invites/{inviteId}/resend', { companyId, inviteId });

async function undeliverable(email: string) {
  const { invites } = await admin.ok('GET /companies/{companyId}/invites', { companyId, search: email });
  return invites.map((row) => row.undeliverable);
}

const jobOf = async (email: string) => {
  const { rows } = await app.superuser.query<{ id: string; error: string | null; attempts: number }>(
    `select id, last_error as error, attempts from graphile_worker._private_jobs where payload ->> 'to' = $1 order by id`,
    [email],
  );
  return rows[0];
};

/** Makes every job that waits for a retry due now; with `isLast` that attempt is the last one. */
const tryAgain = (email: string, isLast: boolean) =>
  app.superuser.query(
    `update graphile_worker._private_jobs
     set run_at = now(), max_attempts = case when $2 then attempts + 1 else max_attempts end
     where payload ->> 'to' = $1`,
    [email, isLast],
  );

test('an address that the mail server refuses for good is shown until the invite is sent again', async () => {
  const [dead, fine] = [freshEmail(), freshEmail()];
  rules.onRecipient = (address) => (address === dead ? 550 : 250);
  const { id, undeliverable: atFirst } = await invite(dead);
  expect(atFirst).toBeNull();
  await invite(fine);
  await expect.poll(() => undeliverable(dead)).toEqual(['address-refused']);
  await expect.poll(() => mailServer.deliveries.map(({ recipients }) => recipients[0])).toContain(fine);
  await expect.poll(() => jobOf(fine)).toBeUndefined();
  expect(await undeliverable(fine)).toEqual([null]);

  rules = {};
  expect((await resend(id)).undeliverable).toBeNull();
  await expect.poll(() => mailServer.deliveries.map(({ recipients }) => recipients[0])).toContain(dead);
  expect(await undeliverable(dead)).toEqual([null]);
});

test('open pages hear of it, and a refused message is distinguished from a refused address', async () => {
  const email = freshEmail();
  rules.onMessage = () => 554;
  await invite(email);
  await expect.poll(() => undeliverable(email)).toEqual(['message-refused']);
  await expect.poll(() => heard).toContainEqual({ companyId, nouns: ['invites'] });
});

test('a temporary refusal says nothing until the last attempt has failed', async () => {
  const email = freshEmail();
  rules.onRecipient = () => 451;
  await invite(email);
  await expect.poll(async () => (await jobOf(email))?.error).toContain('451');
  expect(await undeliverable(email)).toEqual([null]);
  await tryAgain(email, true);
  await expect.poll(() => undeliverable(email)).toEqual(['not-sent']);
});

test('a failed job that runs once more and succeeds takes the mark away', async () => {
  const email = freshEmail();
  rules.onRecipient = () => 550;
  await invite(email);
  await expect.poll(() => undeliverable(email)).toEqual(['address-refused']);
  await expect.poll(async () => (await jobOf(email))?.error).toContain('550');
  rules = {};
  await tryAgain(email, true);
  await expect.poll(() => undeliverable(email)).toEqual([null]);
});

test('an older mail says nothing about the newer one that replaced it', async () => {
  const email = freshEmail();
  rules.onRecipient = () => 451;
  const { id } = await invite(email);
  await expect.poll(async () => (await jobOf(email))?.error).toContain('451');
  const older = (await jobOf(email))?.id;
  rules = { onMessage: ({ mail }) => (mail.messageId?.startsWith(`<job-${older}.`) ? 554 : 451) };
  await resend(id);
  await tryAgain(email, false);
  await expect.poll(async () => (await jobOf(email))?.error).toContain('554');
  expect(await undeliverable(email)).toEqual([null]);
});

test('the mail of a job that an earlier release left in the queue is sent', async () => {
  const email = freshEmail();
  const url = `${app.config.baseUrl}/link-actions?mode=invite&code=a-code`;
  const mail = {
    to: email,
    locale: 'en',
    template: 'invite',
    params: { url, inviterName: 'Ayu', companyName: 'Karya', role: 'worker' },
  };
  await app.superuser.query(`select enqueue('send-mail', $1::json)`, [JSON.stringify(mail)]);
  await expect.poll(() => mailServer.deliveries.map(({ recipients }) => recipients[0])).toContain(email);
});
