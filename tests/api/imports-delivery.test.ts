// Sending the emails of an import and showing its progress: kills, refused mailboxes and thousands of rows neither lose nor
// duplicate anything. Real jobs, a real mail server, and a real process that is killed.
// Cases R13, R15 of docs/attack-cases.md.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteImport } from '#server/imports/delivery.ts';
import { unlockDeadWorkers } from '#server/jobs/heartbeat.ts';
import { type Jobs, startJobs } from '#server/jobs/runner.ts';
import { createLog } from '#server/log.ts';
import { type Actor, freshEmail, startTestApp, type TestApp } from '../support/app.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { connectionAs } from '../support/test-pipeline.ts';

const runRoute = 'POST /companies/{companyId}/imports';

let app: TestApp;
let admin: Actor;
let companyId: string;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  app = await startTestApp();
  closing = [];
  admin = await app.person('Ayu Admin');
  const founded = await admin.ok('POST /companies', { name: 'Karya', timeZone: 'Asia/Jakarta', currency: 'IDR' });
  companyId = founded.id;
  await admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 6_000 });
  // Registering also sent a mail; only those of imports count here.
  await app.superuser.query('delete from graphile_worker._private_jobs');
});
afterEach(async () => {
  for (const close of closing) await close();
  await app.close();
});

async function sinkThat(rules: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const mailServer = await startMailServer(rules);
  closing.push(mailServer.close);
  return mailServer;
}

async function work(mailServer: MailServer): Promise<Jobs> {
  const { baseUrl } = app.config;
  const config = {
    baseUrl,
    smtpUrl: mailServer.url,
    mailFrom: 'Daybook <daybook@daybook.example>',
    environment: 'test',
  } as const;
  const jobs = await startJobs({ ...app, config: { ...app.config, ...config }, log: createLog('silent') });
  closing.unshift(jobs.stop);
  return jobs;
}

const listOf = (emails: readonly string[]): string =>
  ['E-mail,Name', ...emails.map((email, n) => `${email},Person ${n}`)].join('\n');

const addresses = (count: number): string[] => Array.from({ length: count }, freshEmail);

const mailsOf = async (importId: string) =>
  (await admin.ok('GET /companies/{companyId}/imports/{importId}', { companyId, importId })).mails;

const untilDone = (importId: string, timeout = 60_000) =>
  vi.waitUntil(async () => ((await mailsOf(importId)).waiting === 0 ? mailsOf(importId) : undefined), {
    timeout,
    interval: 50,
  });

test('progress is reported for each row: sent, undeliverable, or no longer needed', async () => {
  const [good = '', dead = '', revoked = '', resent = ''] = addresses(4);
  const mailServer = await sinkThat({ onRecipient: (address) => (address === dead ? 550 : 250) });
  const run = await admin.ok(runRoute, { companyId, text: listOf([good, dead, revoked, resent]) });
  expect(run.mails).toEqual({ waiting: 4, sent: 0, failed: 0, dropped: 0 });
  const { invites } = await admin.ok('GET /companies/{companyId}/invites', { companyId });
  const inviteId = (email: string) => invites.find((invite) => invite.email === email)?.id ?? '';
  await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId, inviteId: inviteId(revoked) });
  await admin.ok('POST /companies/{companyId}/invites/{inviteId}/resend', { companyId, inviteId: inviteId(resent) });
  await work(mailServer);
  expect(await untilDone(run.id)).toEqual({ waiting: 0, sent: 1, failed: 1, dropped: 2 });
  const { rows } = await admin.ok('GET /companies/{companyId}/imports/{importId}/rows', {
    companyId,
    importId: run.id,
  });
  expect(rows.map(({ mail }) => mail)).toEqual(['sent', 'failed', 'dropped', 'dropped']);
  const { invites: after } = await admin.ok('GET /companies/{companyId}/invites', { companyId });
  const marked = after.filter(({ undeliverable }) => undeliverable !== null);
  expect(marked.map(({ email }) => email)).toEqual([dead]);
  // Of the two links for the last person only the newer was mailed.
  await mailServer.until(2);
  expect(mailServer.deliveries.flatMap(({ recipients }) => recipients).sort()).toEqual([good, resent].sort());
  expect(mailServer.deliveries.find(({ recipients }) => recipients[0] === good)?.mail.text).toContain('Person 0');
}, 120_000);

test('sign-in links do not wait for an import', async () => {
  await admin.ok(runRoute, { companyId, text: listOf(addresses(30)) });
  await app.visitor().ok('POST /sign-in-link', { email: admin.email });
  const order: string[] = [];
  const mailServer = await sinkThat({
    onMessage: ({ recipients }) => (order.push(recipients[0] ?? '') > 0 ? 250 : 451),
  });
  await work(mailServer);
  await mailServer.until(31);
  // Three workers run jobs concurrently, so a few mails may still be sent before it; without priority it would be the last.
  expect(order.indexOf(admin.email)).toBeGreaterThanOrEqual(0);
  expect(order.indexOf(admin.email)).toBeLessThan(15);
}, 120_000);

test('after a worker is killed, every invite is delivered, and duplicates have the same Message-ID', async () => {
  const emails = addresses(60);
  const run = await admin.ok(runRoute, { companyId, text: listOf(emails) });
  const mailServer = await sinkThat();
  const program = fileURLToPath(new URL('../support/jobs-process.ts', import.meta.url));
  const facts = {
    owner: connectionAs(app, 'daybook_owner'),
    app: connectionAs(app, 'daybook_app'),
    smtpUrl: mailServer.url,
    baseUrl: app.config.baseUrl,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(facts)], { stdio: 'ignore' });
  await mailServer.until(15, 60_000);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await mailsOf(run.id)).waiting).toBeGreaterThan(0);
  await app.superuser.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '10 seconds' where locked_by is not null`,
  );
  await unlockDeadWorkers(app.database.ownerPool);
  await work(mailServer);
  expect(await untilDone(run.id)).toEqual({ waiting: 0, sent: 60, failed: 0, dropped: 0 });
  const ids = new Map(mailServer.deliveries.map(({ mail, recipients }) => [mail.messageId, recipients[0]]));
  expect([...ids.values()].sort()).toEqual(emails.toSorted());
  expect(mailServer.deliveries.length).toBeLessThanOrEqual(60 + 3);
}, 180_000);

test('R15: an import of five thousand rows is one run, other requests are served meanwhile, and a second run adds nobody', async () => {
  const emails = addresses(5_000);
  const file = Buffer.from(listOf([...emails, 'nobody'])).toString('base64');
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const checked = await admin.ok('POST /companies/{companyId}/imports/check', { companyId, file });
  expect(checked.rows).toHaveLength(5_001);
  expect(checked.seats).toEqual({ needed: 5_000, free: 5_999 });
  const run = await admin.ok(runRoute, { companyId, file });
  delay.disable();
  expect([run.counts.new, run.counts['wrong-email'], run.mails.waiting]).toEqual([5_000, 1, 5_000]);
  const { rows } = await app.superuser.query<{ people: number; mails: number; codes: number }>(
    `select count(distinct email)::int as people, (select count(*)::int from graphile_worker.jobs where task_identifier = 'send-mail') as mails,
       (select count(*)::int from link_codes where purpose = 'invite' and voided_at is null) as codes
     from invites where company_id = $1`,
    [companyId],
  );
  expect(rows).toEqual([{ people: 5_000, mails: 5_000, codes: 5_000 }]);
  expect((await admin.call(runRoute, { companyId, file })).problem?.code).toBe('import.nobody-new');
  const last = { companyId, importId: run.id, page: 201, pageSize: 25 } as const;
  const page = await admin.ok('GET /companies/{companyId}/imports/{importId}/rows', last);
  expect([page.total, page.rows.map(({ line }) => line)]).toEqual([5_001, [5_002]]);
  if (process.env.TEST_LOG === '1')
    console.log('longest pause in ms', delay.max / 1e6, 'p99', delay.percentile(99) / 1e6);
}, 180_000);

test('after a month a run is deleted, but not its invites, nor the runs of other companies', async () => {
  const run = await admin.ok(runRoute, { companyId, text: listOf(addresses(2)) });
  const { rows: jobs } = await app.superuser.query(
    `select run_at > now() + interval '29 days' as "isLater" from graphile_worker.jobs where task_identifier = 'delete-import'`,
  );
  expect(jobs).toEqual([{ isLater: true }]);
  const stranger = '019a0000-0000-7000-8000-000000000001';
  await deleteImport(app.database.ownerPool, { companyId: stranger, importId: run.id });
  expect((await mailsOf(run.id)).waiting).toBe(2);
  await deleteImport(app.database.ownerPool, { companyId, importId: run.id });
  const gone = await admin.call('GET /companies/{companyId}/imports/{importId}', { companyId, importId: run.id });
  expect(gone.status).toBe(404);
  expect((await admin.ok('GET /companies/{companyId}/invites', { companyId })).invites).toHaveLength(2);
}, 60_000);
