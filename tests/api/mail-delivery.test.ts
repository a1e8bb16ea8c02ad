// Mail delivery with refusals, hanging connections, kills and restarts. No mail is lost, and copies can be recognised, because
// every attempt of a job has the same Message-ID (R13).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlockDeadWorkers } from '#server/jobs/heartbeat.ts';
import type { Jobs } from '#server/jobs/runner.ts';
import { sealMailJob } from '#server/mail/sealed.ts';
import { baseUrl, type MailFixture, type MailServer, openMailFixture, startMailServer } from '../support/mail.ts';
import { startJobsProcess } from '../support/start-jobs-process.ts';

let fixture: MailFixture;
let sinks: MailServer[];

beforeEach(async () => {
  fixture = await openMailFixture();
  sinks = [];
});
afterEach(async () => {
  await fixture.close();
  await Promise.all(sinks.map((mailServer) => mailServer.close()));
});

async function sinkThat(rules: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const mailServer = await startMailServer(rules);
  sinks.push(mailServer);
  return mailServer;
}

const appSecret = 'a secret of the tests, long enough';
const url = `${baseUrl}/link-actions?mode=signIn&code=a-secret-code`;
const mailTo = (to: string) => ({ to, locale: 'en', template: 'sign-in-link', params: { url } });
/** Makes the lock of a running job look one minute old. */
async function unlockLongHeld() {
  const pool = fixture.database.ownerPool;
  await pool.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`);
  await unlockDeadWorkers(pool);
}

const idsOf = (mailServer: MailServer) => mailServer.deliveries.map(({ mail }) => mail.messageId);

describe('the mail queue', () => {
  it('delivers what was committed and nothing that was rolled back', async () => {
    const mailServer = await sinkThat();
    await fixture.startJobs({ smtpUrl: mailServer.url });
    const client = await fixture.database.pool.connect();
    const add = `select enqueue('send-mail', $1::json)`;
    await client.query('begin');
    await client.query(add, [JSON.stringify(mailTo('undone@example.test'))]);
    await client.query('rollback');
    await client.query('begin');
    await client.query(add, [JSON.stringify(mailTo('done@example.test'))]);
    await client.query('commit');
    client.release();
    await mailServer.until(1);
    expect(mailServer.deliveries[0]?.recipients).toEqual(['done@example.test']);
    await expect.poll(fixture.waiting).toEqual([]);
  });

  it('delivers jobs that a release before encrypted mail jobs enqueued', async () => {
    const mailServer = await sinkThat();
    await fixture.enqueue(
      sealMailJob({ appSecret }, { ...mailTo('old@example.test'), locale: 'en', template: 'sign-in-link' }),
    );
    // As the earlier release leaves a job whose parameters it cannot read.
    await fixture.database.ownerPool.query(
      `update graphile_worker._private_jobs set attempts = 1, max_attempts = 1, last_error = $1`,
      ['the mail job is malformed at params'],
    );
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await mailServer.until(1);
    expect(mailServer.deliveries[0]?.mail.text).toContain(url);
    await expect.poll(fixture.waiting).toEqual([]);
  });

  it('retries after a temporary refusal, and one mail is accepted', async () => {
    const seen: string[] = [];
    const mailServer = await sinkThat({ onMessage: ({ mail }) => (seen.push(mail.messageId ?? '') === 1 ? 451 : 250) });
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await fixture.enqueue(mailTo('ayu@example.test'));
    await mailServer.until(1);
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatch(/^<job-\d+\.0\.\w+@localhost>$/);
    expect(seen[1]).toBe(seen[0]);
    await expect.poll(fixture.waiting).toEqual([]);
  });

  it('gives different jobs different Message-IDs', async () => {
    const mailServer = await sinkThat();
    await fixture.startJobs({ smtpUrl: mailServer.url });
    for (let n = 0; n < 5; n += 1) await fixture.enqueue(mailTo('ayu@example.test'));
    await mailServer.until(5);
    expect(new Set(idsOf(mailServer)).size).toBe(5);
  });

  it('reuses a few connections, and opens a new one where the server closed an idle one', async () => {
    const mailServer = await sinkThat();
    const jobs = await fixture.startJobs({ smtpUrl: mailServer.url });
    // All in one queue: if each waited for the worker's next poll (2 s), they would take 45 seconds.
    for (let n = 0; n < 200; n += 1) await fixture.enqueue(mailTo('ayu@example.test'));
    await mailServer.until(200, 30_000);
    expect(mailServer.connections()).toBeLessThanOrEqual(3);
    await expect.poll(fixture.waiting).toEqual([]);
    mailServer.hangUp();
    await fixture.enqueue(mailTo('late@example.test'));
    await mailServer.until(201);
    await expect.poll(fixture.waiting).toEqual([]);
    expect(new Set(idsOf(mailServer)).size).toBe(201);
    expect(fixture.logged.join()).not.toContain('did not accept the message');
    await jobs.stop();
  });

  it('prevents slow recipients of one company or domain from delaying others', async () => {
    const answer = Promise.withResolvers<void>();
    const mailServer = await sinkThat({
      onMessage: async ({ recipients }) => {
        if (recipients[0]?.includes('slow')) await answer.promise;
        return 250;
      },
    });
    const companyId = '00000000-0000-7000-8000-000000000001';
    const client = await fixture.database.pool.connect();
    await client.query(`begin`);
    await client.query(`select set_local('app.company_id', $1)`, [companyId]);
    for (let n = 0; n < 20; n += 1)
      await client.query(`select enqueue('send-mail', $1::json)`, [JSON.stringify(mailTo(`slow${n}@place${n}.test`))]);
    await client.query(`commit`);
    client.release();
    for (let n = 0; n < 20; n += 1) await fixture.enqueue(mailTo(`n${n}@slow.test`));
    await fixture.enqueue(mailTo('ayu@example.test'));
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await mailServer.until(1);
    expect(mailServer.deliveries.map(({ recipients }) => recipients)).toEqual([['ayu@example.test']]);
    answer.resolve();
    await mailServer.until(41);
    await expect.poll(fixture.waiting, { timeout: 20_000 }).toEqual([]);
  });

  it('postpones further mails to a slow recipient, from any company, without using an attempt', async () => {
    const answer = Promise.withResolvers<void>();
    const arrived: string[] = [];
    const mailServer = await sinkThat({
      onMessage: async ({ recipients: [to = ''] }) => {
        arrived.push(to);
        if (to.includes('slow')) await answer.promise;
        return 250;
      },
    });
    const enqueueFor = (companyId: string) => fixture.enqueue({ ...mailTo('ayu@slow.test'), companyId });
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await enqueueFor('00000000-0000-7000-8000-000000000001');
    await expect.poll(() => arrived).toHaveLength(1);
    await sleep(5_500);
    await enqueueFor('00000000-0000-7000-8000-000000000002');
    const postponed = { attempts: 0, lastError: expect.stringContaining('its recipient is slow') };
    await expect.poll(fixture.waiting).toEqual([expect.anything(), expect.objectContaining(postponed)]);
    expect(arrived).toHaveLength(1);
    answer.resolve();
    await mailServer.until(1);
  });

  it('marks permanent failures as failed and delivers the others', async () => {
    const mailServer = await sinkThat({
      onRecipient: (address) => (address.startsWith('nobody') ? 550 : 250),
      onMessage: ({ recipients }) => (recipients[0]?.startsWith('full') ? 552 : 250),
    });
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await fixture.enqueue(mailTo('nobody@example.test'));
    await fixture.enqueue(mailTo('full@example.test'));
    await fixture.enqueue(mailTo('a@example.test,b@example.test'));
    await fixture.enqueue(mailTo('a@example.test\r\nRCPT TO:<b@example.test>'));
    await fixture.enqueue({ ...mailTo('ayu@example.test'), template: 'no-such-template' });
    await fixture.enqueue({
      ...mailTo('ayu@example.test'),
      params: { url: 'https://evil.example/link-actions?code=x' },
    });
    await fixture.enqueue({ ...mailTo('ayu@example.test'), params: { url: 'javascript:alert(1)' } });
    await fixture.enqueue(mailTo('ayu@example.test'));
    await mailServer.until(1);
    await expect.poll(async () => (await fixture.waiting()).filter(({ lastError }) => lastError).length).toBe(7);
    const parked = await fixture.waiting();
    expect(parked.every(({ attempts, maxAttempts }) => attempts === 1 && maxAttempts === 1)).toBe(true);
    expect(parked.map(({ lastError }) => lastError).join()).not.toMatch(/@example|secret|evil/);
    expect(parked[0]?.lastError).toContain('RCPT TO, 550');
    expect(parked[1]?.lastError).toContain('DATA, 552');
    expect(mailServer.deliveries.map(({ recipients }) => recipients)).toEqual([['ayu@example.test']]);
  });

  it('retries when the server is unreachable or refuses the sender, which the operator has to fix', async () => {
    const strict = await sinkThat({ onSender: () => 550 });
    for (const smtpUrl of ['smtp://127.0.0.1:1', strict.url]) {
      const jobs = await fixture.startJobs({ smtpUrl });
      await fixture.enqueue(mailTo('ayu@example.test'));
      await expect
        .poll(async () => (await fixture.waiting()).at(-1)?.lastError)
        .toContain('did not accept the message');
      expect((await fixture.waiting()).at(-1)).toMatchObject({ maxAttempts: 25 });
      await jobs.stop();
    }
    const mailServer = await sinkThat();
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await mailServer.until(2);
  });

  it('does not deliver a link that expired in the queue', async () => {
    const mailServer = await sinkThat();
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    await fixture.enqueue({ ...mailTo('late@example.test'), params: { url, expiresAt } });
    await fixture.enqueue(mailTo('ayu@example.test'));
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await expect.poll(fixture.waiting).toEqual([]);
    expect(mailServer.deliveries.map(({ recipients }) => recipients)).toEqual([['ayu@example.test']]);
  });

  it('keeps mail in the queue while a production server has no mail server', async () => {
    await fixture.startJobs({ environment: 'production' });
    await fixture.enqueue(mailTo('ayu@example.test'));
    await expect.poll(async () => (await fixture.waiting())[0]?.lastError).toContain('SMTP_URL is not set');
    const { rows } = await fixture.database.ownerPool.query('select from dev_mail');
    expect(rows).toHaveLength(0);
  });

  it('delivers a duplicate with the same Message-ID when the worker is killed after sending', {
    timeout: 60_000,
  }, async () => {
    const mailServer = await sinkThat({
      onMessage: () => {
        if (mailServer.deliveries.length === 0) void victim.kill();
        return 250;
      },
    });
    const { owner, app } = fixture.clone;
    const victim = await startJobsProcess({ owner, app, baseUrl, smtpUrl: mailServer.url });
    await fixture.enqueue(mailTo('ayu@example.test'));
    await victim.ended;
    expect(mailServer.deliveries).toHaveLength(1);
    expect(await fixture.waiting()).toHaveLength(1);
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await mailServer.until(2, 30_000);
    expect(new Set(idsOf(mailServer)).size).toBe(1);
    await expect.poll(fixture.waiting).toEqual([]);
  });

  it('does not take jobs of a running worker', async () => {
    const other = await sinkThat();
    const client = await fixture.database.ownerPool.connect();
    // A lock on the mailbox blocks the first worker for longer than the age limit.
    await client.query('begin');
    await client.query('lock table dev_mail in share row exclusive mode');
    await fixture.startJobs();
    await fixture.enqueue(mailTo('ayu@example.test'));
    await expect.poll(async () => (await fixture.waiting())[0]?.attempts).toBe(1);
    await fixture.startJobs({ smtpUrl: other.url });
    await unlockLongHeld();
    await sleep(500);
    expect((await fixture.waiting())[0]?.attempts).toBe(1);
    await client.query('commit');
    client.release();
    await expect.poll(fixture.waiting).toEqual([]);
    expect(other.deliveries).toHaveLength(0);
  });

  /** Sends a mail and then ends the connection that is about to record it, which ends the worker. */
  const loseWorker = async (): Promise<{ jobs: Jobs; mailServer: MailServer }> => {
    const other = await fixture.database.ownerPool.connect();
    const mailServer = await sinkThat({
      onMessage: async () => {
        if (mailServer.deliveries.length > 0) return 250;
        await other.query('begin');
        await other.query('select from graphile_worker._private_jobs for update');
        return 250;
      },
    });
    const jobs = await fixture.startJobs({ smtpUrl: mailServer.url });
    await fixture.enqueue(mailTo('noted@example.test'));
    await expect
      .poll(async () => {
        const { rowCount } = await other.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_jobs%'`,
        );
        return rowCount;
      })
      .toBe(1);
    await other.query('commit');
    other.release();
    return { jobs, mailServer };
  };

  it('continues when the connection that records a sent mail is lost', async () => {
    const { mailServer } = await loseWorker();
    await fixture.enqueue(mailTo('after@example.test'));
    await expect.poll(fixture.waiting).toEqual([]);
    expect(new Set(idsOf(mailServer)).size).toBe(2);
  });

  it('starts no other worker when the process stops before the worker that was lost is replaced', async () => {
    const { jobs, mailServer } = await loseWorker();
    await expect
      .poll(() => fixture.logged.join(), { interval: 5 })
      .toContain('job worker ended unexpectedly, restarting it');
    await jobs.stop();
    await fixture.enqueue(mailTo('after@example.test'));
    await sleep(1_500);
    expect((await fixture.waiting()).at(-1)).toMatchObject({ attempts: 0 });
    expect(new Set(idsOf(mailServer)).size).toBe(1);
  });

  it('survives the loss of every connection to the database', async () => {
    const mailServer = await sinkThat();
    await fixture.startJobs({ smtpUrl: mailServer.url });
    await fixture.enqueue(mailTo('before@example.test'));
    await mailServer.until(1);
    const { rows } = await fixture.database.ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    expect(rows.length).toBeGreaterThan(0);
    await fixture.enqueue(mailTo('after@example.test'));
    await mailServer.until(2);
  });
});
