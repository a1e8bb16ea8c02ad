// The process survives failures of its database and disks, and recovers without a restart. Everything that was acknowledged to a
// client exists afterwards.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { smallVolume, type Volume } from '../support/full-disk.ts';
import {
  type ProcessClient,
  registerOn,
  type ServerProcess,
  signalDatabase,
  startServerProcess,
} from '../support/server-process.ts';

// Generous, because the machine may be busy; only an outage that never ends fails.
const patienceMs = 100_000;
vi.setConfig({ testTimeout: 400_000 });

let volume: Volume;
let server: ServerProcess;
let client: ProcessClient;

beforeAll(async () => {
  volume = smallVolume();
  server = await startServerProcess({ DATA_DIR: volume.folder, LOG_LEVEL: 'warn', SHUTDOWN_GRACE_MS: '1500' });
  client = await registerOn(server);
});

afterAll(async () => {
  server.program.kill('SIGKILL');
  await server.ended;
  volume.remove();
});

let count = 0;
const write = async () => {
  const name = `Company ${++count}`;
  return { name, ...(await client.send('POST', '/companies', { name, timeZone: 'UTC', currency: 'EUR' })) };
};

const asSuperuser = () => {
  const superuser = new pg.Client({ host: join(volume.folder, 'postgres'), user: 'postgres', database: 'daybook' });
  superuser.on('error', () => undefined);
  return superuser.connect().then(() => superuser);
};

/** Fails only if there is no space for a new file of the write-ahead log. */
async function switchLog(): Promise<void> {
  const superuser = await asSuperuser();
  try {
    for (let file = 0; file < 4; file += 1)
      await superuser.query("select pg_logical_emit_message(false, '', 'x'), pg_switch_wal()");
  } finally {
    await superuser.end().catch(() => undefined);
  }
}

test('a full disk, also that of the write-ahead log: 503 while it lasts, then writes succeed again without a restart', async () => {
  const acknowledged = new Set<string>();
  const keep = ({ status, name }: Awaited<ReturnType<typeof write>>) => status === 200 && acknowledged.add(name);
  keep(await write());
  volume.fill();
  const filling = setInterval(volume.fill, 200);
  try {
    await switchLog().catch(() => undefined);
    await expect
      .poll(
        async () => {
          const answer = await write();
          keep(answer);
          return [answer.status, answer.headers.get('content-type'), answer.headers.has('retry-after')];
        },
        { timeout: patienceMs },
      )
      .toEqual([503, 'application/problem+json; charset=utf-8', true]);
    // PostgreSQL cannot start: for more attempts than any sensible limit.
    await expect.poll(() => server.output(), { timeout: patienceMs }).toContain('"failures":8');
    expect([await server.status('/health'), await server.status('/ready')]).toEqual([200, 503]);
    expect((await write()).status).toBe(503);
  } finally {
    clearInterval(filling);
    volume.free();
  }
  await expect
    .poll(
      async () => {
        const answer = await write();
        keep(answer);
        return answer.status;
      },
      { timeout: patienceMs, interval: 100 },
    )
    .toBe(200);
  const { body } = await client.send('GET', '/session');
  expect([...acknowledged].filter((name) => !body.includes(`"${name}"`))).toEqual([]);
  expect(server.program.exitCode).toBeNull();
});

test('a frozen database: every path answers 503, in a transaction or not, and works again when the database responds', async () => {
  let isOver = false;
  const statuses = new Set<number>();
  const working = Array.from({ length: 4 }, async () => {
    while (!isOver) statuses.add((await write()).status);
  });
  expect(signalDatabase(volume.folder, 'SIGSTOP')).toBeGreaterThan(4);
  try {
    const paths = ['/session', '/companies', '/account/download', '/account/sessions'];
    const signIn = client.send('POST', '/sign-in', { email: 'first@example.test', password: 'wrong' });
    // Counted in event-loop turns of this process, which a busy machine slows down like the tested one: twenty are five seconds.
    let turns = 0;
    const counting = setInterval(() => turns++, 250);
    const answers = await Promise.all([...paths.map((path) => client.send('GET', path)), signIn]);
    clearInterval(counting);
    expect(turns).toBeLessThan(40);
    const noticedWithinMs = () => Number(/"noticedWithinMs":(\d+)/.exec(server.output())?.[1]);
    await expect.poll(noticedWithinMs, { timeout: patienceMs }).toBeLessThan(5_000);
    expect(answers.map(({ status, headers }) => [status, headers.has('retry-after')])).toEqual(
      answers.map(() => [503, true]),
    );
    expect([await server.status('/ready'), await server.status('/health')]).toEqual([503, 200]);
    isOver = true;
    await Promise.all(working);
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
  } finally {
    isOver = true;
    signalDatabase(volume.folder, 'SIGCONT');
  }
  await expect.poll(async () => (await write()).status, { timeout: patienceMs }).toBe(200);
  expect(await server.status('/ready')).toBe(200);
});

test('a log that cannot be written does not end the process', () => {
  const full = openSync('/dev/full', 'w');
  const program = `import { createLog } from '#server/log.ts';
    const log = createLog('info');
    for (let line = 0; line < 20_000; line += 1) log.info({ line }, 'a line of the log that does not fit on the disk');
    setTimeout(() => console.error('still here'), 20);`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
    timeout: 30_000,
  });
  closeSync(full);
  expect([status, stderr]).toEqual([0, 'still here\n']);
});

/** A keep-alive connection that returns what it received and whether it was closed. */
async function openConnection(request: string) {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined).write(request);
  await vi.waitUntil(() => text !== '' || request === '', { timeout: patienceMs });
  return { ask: (next: string) => socket.write(next), text: () => text, ended };
}

const plainGet = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test('the shutdown: /ready fails first, running requests are answered, and no client delays it', async () => {
  const { body } = await client.send('GET', '/session');
  const companyId = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(/"companies":.*/s.exec(body)?.[0] ?? '')?.[0];
  const [idle, busy] = await Promise.all([openConnection(plainGet('/health')), openConnection(plainGet('/health'))]);
  const streaming = client.send('GET', `/companies/${companyId}/live`).catch(() => null);
  const holder = await asSuperuser();
  await holder.query('begin; lock table companies in access exclusive mode');
  const stuck = write();
  await vi.waitUntil(async () => (await holder.query('select from pg_locks where not granted')).rows.length > 0, {
    timeout: patienceMs,
  });
  server.program.kill('SIGTERM');
  await expect.poll(() => server.status('/ready'), { timeout: patienceMs, interval: 20 }).toBe(503);
  busy.ask(plainGet(`${apiPrefix}/openapi.json`));
  await busy.ended;
  expect(busy.text()).toMatch(/200 OK[\s\S]*200 OK[\s\S]*connection: close/i);
  const { status, headers } = await stuck;
  expect([status, headers.get('connection'), headers.has('retry-after'), headers.get('content-type')]).toEqual([
    503,
    'close',
    true,
    'application/problem+json; charset=utf-8',
  ]);
  await Promise.all([idle.ended, streaming]);
  const { code, afterMs } = await server.ended;
  expect(code).toBe(0);
  // Two seconds after the configured grace period on an idle machine.
  expect(afterMs).toBeLessThan(10_000);
});
