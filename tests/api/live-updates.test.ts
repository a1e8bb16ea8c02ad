// Live updates over a real connection: a change is sent to the other members of the company, and to nobody else.
// Case A36 of docs/attack-cases.md.

import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { createLog } from '#server/log.ts';
import { type Actor, codeIn, testPassword } from '../support/app.ts';
import { hire, setPolicies, submitDay } from '../support/company.ts';
import { untilWaiting, withLocksHeld } from '../support/concurrent-transaction.ts';
import { countClosed, type EventStream, listen, openStream } from '../support/http-listener.ts';
import { accessTokenActor, openTenantsFixture, type TenantsFixture, unknownId } from '../support/principals.ts';

let fixture: TenantsFixture;
let address: string;
let open: EventStream[] = [];

/** Longer than any test, so that only the tested event ends a stream. */
const limits = { perPerson: 24, perProcess: 5_000, heartbeatMs: 3_600_000 };
let here: FastifyInstance;

beforeAll(async () => {
  fixture = await openTenantsFixture();
  here = await buildApp({ ...fixture.test, log: createLog('silent'), liveLimits: limits });
  address = await listen(here);
});
afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});
afterAll(async () => {
  await here.close();
  await fixture.close();
});

async function watch(actor: Actor, companyId = fixture.a.id): Promise<EventStream> {
  const stream = await openStream(address, actor, companyId);
  open.push(stream);
  if (stream.status === 200) await stream.until('event: hello');
  return stream;
}

/** A complete event with this noun. */
const changeOf = (noun: string) => new RegExp(`event: changed\\ndata: .*"${noun}".*\\n\\n`);
const twoOf = ({ source }: RegExp) => new RegExp(`${source}[\\s\\S]*${source}`);

/** The events of a stream from now on. */
function since({ text }: EventStream): () => string {
  const { length } = text();
  return () => text().slice(length);
}

const decide = async (id: string) => {
  const worklogs = [{ id, version: 1 }];
  await fixture.a.approver.ok('POST /companies/{companyId}/decisions', {
    companyId: fixture.a.id,
    decision: 'approve',
    worklogs,
  });
};

describe('a change', () => {
  test('is published to every browser of the company, and to no other company', async () => {
    const [worker, admin, other] = [
      await watch(fixture.a.worker),
      await watch(fixture.a.admin),
      await watch(fixture.b.admin, fixture.b.id),
    ];
    // Events arrive in order: after these, all earlier ones have arrived.
    const worklog = await submitDay(fixture.a, fixture.a.worker, '2026-06-01', '08:00', '10:00', 'not to be published');
    await submitDay(fixture.b, fixture.b.worker, '2026-06-01', '08:00', '10:00');
    for (const stream of [worker, admin, other]) await stream.until(changeOf('worklogs'));
    const [ofWorker, ofOther] = [since(worker), since(other)];
    await decide(worklog.id);
    await Promise.all([worker.until(twoOf(changeOf('worklogs'))), admin.until(twoOf(changeOf('worklogs')))]);
    await sleep(100);
    expect(ofOther()).toBe('');
    await submitDay(fixture.b, fixture.b.worker, '2026-06-01', '10:00', '12:00');
    await other.until(twoOf(changeOf('worklogs')));
    expect(ofOther().match(/event: changed/g)).toHaveLength(1);
    expect(ofWorker().match(/event: changed/g)).toHaveLength(1);
  });

  test('contains only the names of resources', async () => {
    const stream = await watch(fixture.a.worker);
    await submitDay(fixture.a, fixture.a.worker, '2026-06-02', '08:00', '10:00', 'not to be published');
    await stream.until(changeOf('worklogs'));
    expect(stream.text()).toMatch(
      /^event: hello\ndata: \{"completeForMs":\d+,"changedMsAgo":\{("[a-z-]+":\d+,?)*\}\}\n\nevent: changed\ndata: \{"nouns":\["worklogs","reports","dashboard","projects"\]\}\n\n$/,
    );
  });

  test('is published after the commit: an immediate request finds it; a refused change is not published', async () => {
    const stream = await watch(fixture.a.admin);
    for (let round = 0; round < 10; round++) {
      const before = stream.text().length;
      const notes = `round ${round}`;
      const submitted = submitDay(fixture.a, fixture.a.worker, `2026-06-1${round}`, '08:00', '10:00', notes);
      await stream.until(new RegExp(`^[\\s\\S]{${before}}[\\s\\S]*changed`));
      const { worklogs } = await fixture.a.admin.ok('GET /companies/{companyId}/worklogs', {
        companyId: fixture.a.id,
        from: `2026-06-1${round}`,
        to: `2026-06-1${round}`,
      });
      expect(worklogs.map((worklog) => worklog.notes)).toEqual([notes]);
      await submitted;
    }
    const text = stream.text();
    await expect(submitDay(fixture.a, fixture.a.worker, '2026-06-10', '09:00', '11:00')).rejects.toThrow(
      'worklog.conflict',
    );
    await sleep(100);
    expect(stream.text()).toBe(text);
  });
});

describe('the first message', () => {
  const changedIn = (stream: EventStream): Record<string, number> =>
    JSON.parse(/event: hello\ndata: (.*)\n/.exec(stream.text())?.[1] ?? '').changedMsAgo;

  test('names what changed lately in this company, and of single members only their own', async () => {
    const own = await watch(fixture.a.worker);
    const { companyId, worker } = { companyId: fixture.a.id, worker: fixture.a.worker };
    const { timer } = await worker.ok('GET /companies/{companyId}/timer', { companyId });
    const change = { companyId, timerId: timer?.id ?? '', version: timer?.version ?? 0, notes: 'changed' };
    await worker.ok('PATCH /companies/{companyId}/timer/{timerId}', change);
    await submitDay(fixture.a, fixture.a.worker, '2026-06-03', '08:00', '10:00');
    await own.until(changeOf('worklogs'));
    const ago = { timer: expect.any(Number), worklogs: expect.any(Number) };
    expect(changedIn(await watch(fixture.a.worker))).toMatchObject(ago);
    const ofColleague = changedIn(await watch(fixture.a.admin));
    expect(ofColleague).toHaveProperty('worklogs');
    expect(ofColleague).not.toHaveProperty('timer');
    expect(changedIn(await watch(fixture.b.admin, fixture.b.id))).not.toHaveProperty('timer');
  });
});

describe('authorisation', () => {
  test('is for members; for others the company does not exist, as for any request', async () => {
    expect((await watch(fixture.a.reviewer)).status).toBe(200);
    expect((await watch(fixture.b.admin)).status).toBe(404);
    expect((await watch(fixture.a.admin, unknownId())).status).toBe(404);
    expect((await watch(fixture.test.visitor())).status).toBe(401);
    const stream = await watch(fixture.a.reviewer);
    expect(stream.text()).toMatch(/^event: hello\ndata: .*\n\n$/);
  });

  test('A36: ends with the membership: the stream of a deactivated member ends, the others’ continue', async () => {
    const leaver = await hire(fixture.test, fixture.a.admin, fixture.a.id, 'worker', 'Aurora Leaver');
    const [theirs, stays] = [await watch(leaver), await watch(fixture.a.worker)];
    const update = (isActive: boolean) =>
      fixture.a.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: fixture.a.id,
        userId: leaver.userId,
        isActive,
      });
    // Events arrive in order: after this one, all earlier ones have arrived.
    await submitDay(fixture.a, fixture.a.worker, '2026-07-20', '08:00', '10:00');
    await theirs.until(changeOf('worklogs'));
    const ofTheirs = since(theirs);
    await update(false);
    await theirs.untilEnd();
    expect((await watch(leaver)).status).toBe(404);
    await stays.until('"members"');
    expect([stays.isEnded(), ofTheirs()]).toEqual([false, 'event: ended\ndata: {}\n\n']);
    await update(true);
    expect((await watch(leaver)).status).toBe(200);
  });
});

describe('a stream ends immediately, in every server process', () => {
  let other: FastifyInstance;
  let elsewhere: string;
  beforeAll(async () => {
    other = await buildApp({ ...fixture.test, log: createLog('silent'), liveLimits: { ...limits, perProcess: 6 } });
    elsewhere = await listen(other, 4800);
  });
  afterAll(() => other.close());

  const watchBoth = async (actor: Actor): Promise<EventStream[]> => {
    const streams = [await watch(actor), await openStream(elsewhere, actor, fixture.a.id)];
    open.push(...streams);
    for (const stream of streams) await stream.until('event: hello');
    return streams;
  };

  const endings = {
    'signing out': async (actor: Actor) => actor.ok('POST /sign-out', {}),
    'a new password': async (actor: Actor) =>
      actor.ok('PUT /account/password', { currentPassword: testPassword, password: `${testPassword} again` }),
    'ending the session from elsewhere': async (actor: Actor) => {
      const { sessions } = await actor.ok('GET /account/sessions', {});
      await actor.ok('DELETE /account/sessions/{sessionId}', { sessionId: sessions[0]?.id ?? '' });
    },
    'another role': async ({ userId }: Actor) =>
      fixture.a.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: fixture.a.id,
        userId,
        role: 'reviewer',
      }),
    'being deactivated': async ({ userId }: Actor) =>
      fixture.a.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: fixture.a.id,
        userId,
        isActive: false,
      }),
    'closing the account': async (actor: Actor) => actor.ok('POST /account/closing', { currentPassword: testPassword }),
  };

  test.each(Object.entries(endings))('%s', async (_, end) => {
    const person = await hire(fixture.test, fixture.a.admin, fixture.a.id, 'worker', 'Aurora Watcher');
    const bystanders = await watchBoth(fixture.a.worker);
    const streams = await watchBoth(person);
    await end(person);
    for (const stream of streams) {
      await stream.untilEnd();
      expect(stream.text(), 'and the browser requests the session at once').toContain('event: ended');
    }
    expect(bystanders.map((stream) => stream.isEnded())).toEqual([false, false]);
  });

  test('the remaining ones receive a new company, a new plan and a policy that changes rights', async () => {
    const person = await hire(fixture.test, fixture.a.admin, fixture.a.id, 'worker', 'Aurora Founder');
    const [stream, other] = [await watch(person), await watch(fixture.a.worker)];
    const ofOther = since(other);
    const terms = { timeZone: 'Asia/Jakarta', currency: 'IDR' };
    const heard = async (act: () => Promise<unknown>) => {
      const text = since(stream);
      await act();
      await vi.waitUntil(() => changeOf('session').test(text()), 10_000);
    };
    let companyId = '';
    await heard(async () => {
      companyId = (await person.ok('POST /companies', { name: 'Aurora Else', ...terms })).id;
    });
    for (const seats of [2, 1]) await heard(() => person.ok('PUT /companies/{companyId}/seats', { companyId, seats }));
    await heard(() => setPolicies(person, companyId, { loggers: 'everyone' }));
    expect([stream.isEnded(), ofOther()]).toEqual([false, '']);
  });

  test('A36: the stream of an access token ends when the password is reset by an anonymous request', async () => {
    const person = await hire(fixture.test, fixture.a.admin, fixture.a.id, 'worker', 'Aurora Programmer');
    const { actor } = await accessTokenActor(person);
    await person.ok('POST /sign-out', {});
    const [stream, other] = [await watch(actor), await watch((await accessTokenActor(fixture.a.worker)).actor)];
    await person.ok('POST /password-reset', { email: person.email });
    const mail = (await fixture.test.mailsTo(person.email)).findLast(({ template }) => template === 'reset-password');
    const code = codeIn(mail);
    await person.ok('POST /link-actions/reset-password', { code, password: 'seven quiet otters at noon' });
    await stream.untilEnd();
    expect(other.isEnded()).toBe(false);
  });

  test('the person’s other browsers keep theirs', async () => {
    const person = await hire(fixture.test, fixture.a.admin, fixture.a.id, 'worker', 'Aurora Watcher');
    const otherBrowser = fixture.test.visitor();
    await otherBrowser.ok('POST /sign-in', { email: person.email, password: testPassword });
    const [own, others] = [await watch(person), await watch(otherBrowser)];
    await person.ok('POST /sign-out', {});
    await own.untilEnd();
    await submitDay(fixture.a, fixture.a.worker, '2026-06-25', '08:00', '10:00');
    await others.until('event: changed');
  });

  test('takes no slot when its browser disconnected before it began', async () => {
    const left = countClosed(other);
    const headers = { cookie: fixture.a.worker.cookie };
    await withLocksHeld(fixture.test, [['lock table sessions in access exclusive mode', []]], async () => {
      const requests = Array.from({ length: 6 }, () =>
        get(`${elsewhere}${apiPrefix}/companies/${fixture.a.id}/live`, { headers, agent: false }).on(
          'error',
          () => undefined,
        ),
      );
      await untilWaiting(fixture.test.superuser, 6);
      for (const one of requests) one.destroy();
      await vi.waitUntil(() => left() >= 6, { timeout: 30_000 });
    });
    for (let count = 0; count < 6; count++) {
      const stream = await openStream(elsewhere, fixture.a.worker, fixture.a.id);
      open.push(stream);
      expect([count, stream.status]).toEqual([count, 200]);
    }
  });

  test('a process with the maximum number of streams refuses another one with Retry-After', async () => {
    for (let count = 0; count < 6; count++) {
      const stream = await openStream(elsewhere, fixture.a.worker, fixture.a.id);
      open.push(stream);
      expect(stream.status).toBe(200);
    }
    const full = await fetch(`${elsewhere}${apiPrefix}/companies/${fixture.a.id}/live`, {
      headers: { cookie: fixture.a.worker.cookie },
    });
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await full.json()).toMatchObject({ code: 'live.full' });
    expect((await watch(fixture.a.worker)).status).toBe(200);
  });
});

test('a person gets at most 24 streams, and another one after one ends', async () => {
  const streams = [];
  for (let count = 0; count < 24; count++) streams.push(await watch(fixture.b.worker, fixture.b.id));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  const reply = await fetch(`${address}${apiPrefix}/companies/${fixture.b.id}/live`, {
    headers: { cookie: fixture.b.worker.cookie },
  });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await reply.json()).toMatchObject({ code: 'live.too-many' });
  expect((await watch(fixture.b.admin, fixture.b.id)).status).toBe(200);
  streams[0]?.close();
  await vi.waitUntil(async () => (await watch(fixture.b.worker, fixture.b.id)).status === 200, { timeout: 30_000 });
});

test('a browser that stops reading is disconnected: nothing is buffered for it', async () => {
  const headers = { cookie: fixture.b.worker.cookie };
  const request = get(`${address}${apiPrefix}/companies/${fixture.b.id}/live`, { headers, agent: false });
  const unread = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  const isOver = new Promise<void>((resolve) => unread.once('close', resolve));
  const others = await watch(fixture.a.worker);
  // More than the buffers of the connection hold, and finally one event for somebody else.
  const notify = `select pg_notify('live', json_build_object('companyId', $1::text, 'nouns', json_build_array(n || repeat('x', $2)))::text)
    from generate_series(1, $3) n`;
  await fixture.test.superuser.query(notify, [fixture.b.id, 7_500, 3_000]);
  await fixture.test.superuser.query(notify, [fixture.a.id, 1, 1]);
  await others.until('event: changed');
  unread.resume();
  await isOver;
});

describe('a lost database connection', () => {
  test('is opened again, and every browser refetches', async () => {
    const stream = await watch(fixture.a.worker);
    const lost = await fixture.test.superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'daybook live' and datname = current_database()`,
    );
    // Also the application that the fixture started, which has no listeners here.
    expect(lost.rowCount).toBe(2);
    await stream.until(/hello[\s\S]*hello/);
    await submitDay(fixture.a, fixture.a.worker, '2026-07-01', '08:00', '10:00');
    await stream.until('event: changed');
  });
});
