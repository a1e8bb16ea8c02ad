// Shutdown while the database does not respond: nothing waits for it, no database process stays that could still write, and the
// next start has everything that was acknowledged.
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serversInside } from '#server/db/cluster/process-table.ts';
import { registerOn, type ServerProcess, signalDatabase, startServerProcess } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';

const patienceMs = 100_000;
vi.setConfig({ testTimeout: 400_000 });

/** Two seconds on an idle machine. */
const endsWithinMs = 7_000;

let dataDir: string;
let servers: ServerProcess[];

beforeEach(() => {
  servers = [];
  dataDir = testFolder('shutdown');
});

afterEach(() => {
  for (const { program } of servers) program.kill('SIGKILL');
  signalDatabase(dataDir, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  servers.push(server);
  return server;
}

async function companies(): Promise<string[]> {
  const superuser = new pg.Client({ host: join(dataDir, 'postgres'), user: 'postgres', database: 'daybook' });
  await superuser.connect();
  try {
    return (await superuser.query<{ name: string }>('select name from companies')).rows.map(({ name }) => name);
  } finally {
    await superuser.end();
  }
}

test.each(['is not noticed yet', 'was noticed'])('a frozen database, which %s', async (name) => {
  const server = await start();
  const client = await registerOn(server);
  const { status } = await client.send('POST', '/companies', { name, timeZone: 'UTC', currency: 'EUR' });
  expect(status).toBe(200);
  expect(signalDatabase(dataDir, 'SIGSTOP')).toBeGreaterThan(4);
  if (name === 'was noticed') {
    // Long enough that the job worker also waits for its next attempt.
    const attempts = () => server.output().split('trying again in').length;
    await expect.poll(attempts, { timeout: patienceMs }).toBeGreaterThan(4);
  }
  const waiting = client.send('GET', '/session').catch(() => null);
  server.program.kill('SIGTERM');
  const { code, afterMs } = await server.ended;
  await waiting;
  expect(code).toBe(0);
  expect(afterMs).toBeLessThan(endsWithinMs);
  expect(serversInside(join(realpathSync(dataDir), 'postgres'))).toEqual([]);
  const next = await start();
  expect(await companies()).toContain(name);
  next.program.kill('SIGTERM');
  expect(await next.ended).toMatchObject({ code: 0 });
});
