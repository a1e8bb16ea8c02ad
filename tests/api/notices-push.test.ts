// Notifications on devices end to end: changes through the API, the jobs of the product, a push service that checks and decrypts.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../support/app.ts';
import { testPassword } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { type NoticesFixture, openNoticesFixture, zoneAt } from '../support/notices.ts';
import { type PushBrowser, type PushReceiver, startPushReceiver, verifySender } from '../support/push.ts';

let service: PushReceiver;
let fixture: NoticesFixture;
let company: TestCompany;
let other: TestCompany;
/** Hired before jobs run, because the links of invites are read from the queue. One for each test. */
const workers: Actor[] = [];
let colleague: Actor;
let lateApprover: Actor;
/** Works in both companies. */
let ofBoth: Actor;

beforeAll(async () => {
  service = await startPushReceiver();
  fixture = await openNoticesFixture(
    {},
    { PUSH_INTERNAL_HOSTS: service.host, MAIL_FROM: 'Daybook <ops@daybook.example>' },
  );
  company = await foundTestCompany(fixture.test, { canary: 'Acme' });
  const { admin, id: companyId } = company;
  await admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 60 });
  const { version } = await admin.ok('GET /companies/{companyId}', { companyId });
  await admin.ok('PATCH /companies/{companyId}', { companyId, version, waitingMails: 'at-once' });
  other = await foundTestCompany(fixture.test, { canary: 'Other' });
  for (let count = 0; count < 21; count += 1)
    workers.push(await hire(fixture.test, admin, companyId, 'worker', 'Wati'));
  colleague = await hire(fixture.test, admin, companyId, 'worker', 'Budi');
  lateApprover = await hire(fixture.test, admin, companyId, 'timesheet approver', 'Ani');
  ofBoth = await hire(fixture.test, admin, companyId, 'worker', 'Dewi');
  const invite = { companyId: other.id, email: ofBoth.email, role: 'worker' } as const;
  const { id: inviteId } = await other.admin.ok('POST /companies/{companyId}/invites', invite);
  await ofBoth.ok('POST /invites/{inviteId}/accept', { inviteId });
  await fixture.startJobs();
});
afterAll(async () => {
  await fixture.close();
  await service.close();
});

let worker: Actor;
let browser: PushBrowser;
beforeEach(async () => {
  const next = workers.pop();
  if (!next) throw new Error('hire more workers');
  worker = next;
  browser = await turnOn(worker);
});

async function turnOn(actor: Actor): Promise<PushBrowser> {
  const opened = service.subscribe();
  await actor.ok('POST /account/push/devices', opened.subscription);
  return opened;
}

let days = 0;
async function submit(actor = worker, at = company) {
  days += 1;
  const day = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10);
  return submitDay(at, actor, day, '09:00', '10:00', 'a private text');
}

async function reject(actor = worker, at = company) {
  const { id, version } = await submit(actor, at);
  await at.admin.ok('POST /companies/{companyId}/decisions', {
    companyId: at.id,
    decision: 'reject',
    notes: 'Please name the bay.',
    worklogs: [{ id, version }],
  });
  return id;
}

/** Rejects a worklog and lets the window of its notice pass. */
async function rejected(actor = worker, at = company) {
  const id = await reject(actor, at);
  await fixture.passMinutes(4);
  return id;
}

const devicesOf = async (actor: Actor) => (await actor.ok('GET /account/push', {})).devices;
const titles = (from: PushBrowser) => from.notifications().map(({ title }) => title);
const oneRejected = '1 worklog was rejected';

describe('a notification', () => {
  test('is encrypted for the browser, signed with the key it was given, and says no more than the subject of the mail', async () => {
    const worklogId = await rejected();
    const [shown] = await browser.until(1);
    const to = `/worklogs?worklog=${worklogId}`;
    const url = `${fixture.test.config.baseUrl}/link-actions?${new URLSearchParams({ mode: 'open', company: company.id, to })}`;
    expect(shown).toEqual({ title: oneRejected, body: 'Acme Company', url, lang: 'en', tag: null });
    const mail = fixture.newMails(worker).at(-1);
    expect(mail?.subject).toBe(shown?.title);
    const request = service.received.find(({ path }) => path === browser.path);
    expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
    const { publicKey, claims } = verifySender(request ?? { headers: {} });
    expect(publicKey).toBe((await worker.ok('GET /account/push', {})).publicKey);
    expect(claims).toMatchObject({ aud: `https://${service.host}`, sub: 'mailto:ops@daybook.example' });
    const hours = (claims.exp * 1_000 - Date.now()) / 3_600_000;
    expect([hours > 0, hours < 24]).toEqual([true, true]);
  });

  test('comes to every device of a person, and to nobody else', async () => {
    const second = fixture.test.visitor();
    await second.ok('POST /sign-in', { email: worker.email, password: testPassword });
    const elsewhere = await turnOn(second);
    const colleagues = await turnOn(colleague);
    await rejected();
    expect([titles(browser), titles(elsewhere), titles(colleagues)]).toEqual([[oneRejected], [oneRejected], []]);
  });

  test('of pending work comes to those who decide it, in their language', async () => {
    const approver = await turnOn(company.approver);
    await company.approver.ok('PATCH /settings', { locale: 'id' });
    await submit();
    await fixture.passMinutes(11);
    const [shown] = await approver.until(1);
    expect(shown).toMatchObject({ body: 'Acme Company', lang: 'id', tag: `waiting ${company.id}` });
    expect(shown?.title).toMatch(/menunggu keputusan Anda/);
    await company.approver.ok('PATCH /settings', { locale: 'en' });
  });

  test('of one company contains nothing of another', async () => {
    const others = await turnOn(other.worker);
    await rejected(other.worker, other);
    expect(titles(browser)).toEqual([]);
    const [shown] = await others.until(1);
    expect(JSON.stringify(shown)).toContain(other.id);
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`Acme|${company.id}|private|name the bay`));
  });

  test('of each company of a person comes to the same device, with its name and the way to it, also on the Free plan', async () => {
    const device = await turnOn(ofBoth);
    await reject(ofBoth, company);
    await reject(ofBoth, other);
    await fixture.test.superuser.query('update companies set seats = 1 where id = $1', [other.id]);
    await fixture.passMinutes(4);
    const shown = await device.until(2);
    const companyIn = (url: string) => new URL(url).searchParams.get('company');
    expect(new Map(shown.map(({ body, url }) => [body, companyIn(url)]))).toEqual(
      new Map([
        ['Acme Company', company.id],
        ['Other Company', other.id],
      ]),
    );
    await fixture.test.superuser.query('update companies set seats = 12 where id = $1', [other.id]);
  });

  test('of a kind that the person has declined is not sent', async () => {
    await worker.ok('PATCH /account/emails', { kind: 'decisions', isWanted: false });
    await rejected();
    expect(titles(browser)).toEqual([]);
    await worker.ok('PATCH /account/emails', { kind: 'decisions', isWanted: true });
    await rejected();
    expect(titles(browser)).toEqual([oneRejected]);
  });
});

describe('no notification is sent any more', () => {
  const endings: Record<string, () => Promise<unknown>> = {
    'after signing out': () => worker.ok('POST /sign-out', {}),
    'when the session has expired': () =>
      fixture.test.superuser.query(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
        worker.userId,
      ]),
    'to a deactivated member': () =>
      company.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: company.id,
        userId: worker.userId,
        isActive: false,
      }),
    'when somebody else has signed in with the browser': () =>
      worker.ok('POST /sign-in', { email: company.reviewer.email, password: testPassword }),
  };
  test.each(Object.entries(endings))('%s, although it was due before', async (_, end) => {
    await reject();
    await end();
    await fixture.passMinutes(4);
    expect(titles(browser)).toEqual([]);
  });
});

describe('an answer of the push service', () => {
  test.each([404, 410])('%i ends the subscription', async (status) => {
    service.answers.set(browser.path, status);
    await rejected();
    await browser.until(1);
    await expect.poll(() => devicesOf(worker)).toEqual([]);
  });

  test.each([302, 400, 403, 413])('%i is neither retried nor followed, and the subscription stays', async (status) => {
    service.answers.set(browser.path, status);
    await rejected();
    expect(titles(browser)).toEqual([oneRejected]);
    expect(service.received.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(await devicesOf(worker)).toHaveLength(1);
    expect(await failedJobs()).toMatchObject([{ error: `the push service answered ${status}` }]);
  });

  test('503 is retried a limited number of times', async () => {
    service.answers.set(browser.path, 503);
    await reject();
    const attempts = async () => titles(browser).length;
    await fixture.test.superuser.query(`update notices set created_at = now() - interval '1 hour'`);
    await fixture.test.database.ownerPool.query(`select graphile_worker.add_job('gather-notices')`);
    await expect
      .poll(
        async () => {
          await fixture.test.superuser.query(
            `update graphile_worker._private_jobs set run_at = now() where attempts > 0 and attempts < max_attempts and locked_at is null`,
          );
          return (await failedJobs()).length;
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(1);
    expect(await attempts()).toBe(8);
    expect(await devicesOf(worker)).toHaveLength(1);
  });

  /** Of the worker. */
  async function failedJobs() {
    const { rows } = await fixture.test.superuser.query<{ error: string }>(
      `select split_part(last_error, E'\\n', 1) as error from graphile_worker._private_jobs
       where payload ->> 'userId' = $1 and attempts >= max_attempts`,
      [worker.userId],
    );
    return rows;
  }
});

describe('in quiet hours', () => {
  const quiet = (actor: Actor, startsAgo: number, hours: number) => {
    const at = (offset: number) => `${String((12 + offset + 24) % 24).padStart(2, '0')}:00`;
    // It is between twelve and one o'clock in that zone.
    return actor.ok('PUT /account/push/quiet-hours', {
      quietHours: { from: at(-startsAgo), to: at(hours - startsAgo), zone: zoneAt(12) },
    });
  };
  const held = async (actor = worker) => {
    const { rows } = await fixture.test.superuser.query<{ hours: number; kind: string }>(
      `select (extract(epoch from j.run_at - now()) / 3600)::float8 as hours, j.payload ->> 'kind' as kind
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'send-push' and j.payload ->> 'userId' = $1 and j.run_at > now()`,
      [actor.userId],
    );
    return rows;
  };
  const dueJobs = async () => {
    const { rows } = await fixture.test.superuser.query<{ count: number }>(
      `select count(*)::int as count from graphile_worker._private_jobs where attempts < max_attempts and run_at <= now()`,
    );
    return rows[0]?.count;
  };
  const endQuietHours = async () => {
    await fixture.test.superuser.query('delete from quiet_hours');
    await fixture.test.superuser.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
    await fixture.test.database.ownerPool.query(`select graphile_worker.add_job('discard')`);
    await fixture.settle();
  };

  /** Like passMinutes, without waiting for what is held back. */
  const passWindow = async (count: number, actor = worker) => {
    await fixture.test.superuser.query(`update notices set created_at = now() - interval '1 hour'`);
    await fixture.test.database.ownerPool.query(`select graphile_worker.add_job('gather-notices')`);
    await expect.poll(dueJobs, { timeout: 30_000 }).toBe(0);
    expect(await held(actor)).toHaveLength(count);
  };

  test('it is held back until they end; the mail is not', async () => {
    await quiet(worker, 2, 5);
    fixture.newMails(worker);
    await reject();
    await passWindow(1);
    const [job] = await held();
    expect([Number(job?.hours) > 2, Number(job?.hours) <= 3]).toEqual([true, true]);
    await expect.poll(() => fixture.newMails(worker).length).toBe(1);
    expect(titles(browser)).toEqual([]);
    await endQuietHours();
    expect(titles(browser)).toEqual([oneRejected]);
  });

  test('it is dropped if it no longer applies when they end', async () => {
    await quiet(worker, 2, 5);
    const worklogId = await reject();
    await passWindow(1);
    await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
      companyId: company.id,
      worklogId,
      version: 2,
    });
    await endQuietHours();
    expect(titles(browser)).toEqual([]);
  });

  test('pending work is held back once, and then counts all of it', async () => {
    const approvers = await turnOn(lateApprover);
    await quiet(lateApprover, 2, 5);
    for (let times = 0; times < 2; times += 1) {
      await submit();
      await passWindow(1, lateApprover);
    }
    await endQuietHours();
    expect(approvers.notifications()).toHaveLength(1);
    expect(titles(approvers)[0]).toMatch(/^\d+ worklogs are waiting for your decision$/);
  });

  test('outside of them it is sent at once', async () => {
    await quiet(worker, -2, 5);
    await rejected();
    expect(titles(browser)).toEqual([oneRejected]);
  });
});
