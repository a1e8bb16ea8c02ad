// The failover drill: the primary of three PostgreSQL servers is killed ten times under load, and another one takes its place.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Fault, missedOf } from './fault.ts';
import { temporaryFolder } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';
import { type Cluster, type Primary, startPatroni } from './support/patroni.ts';

const kills = 10;
const maxGapMs = 10_000;

export const failover: Fault = {
  id: 'failover',
  danger: 'the primary of three PostgreSQL servers under Patroni is killed ten times under load (kill -9)',
  target: 'nothing lost, no gap longer than 10 s, the server keeps running',
  needs: ['root', 'postgresql', 'patroni', 'etcd-server', 'haproxy'],
  trials: 1,
  run: async ({ random, isQuick }) => {
    const folder = temporaryFolder();
    const cluster = await startPatroni(folder);
    const address = (user: string, database = 'daybook') => `postgres://${user}@127.0.0.1:${cluster.port}/${database}`;
    try {
      const first = await cluster.primaryAfter(null);
      await createDatabase(address('postgres', 'postgres'));
      load(address('daybook'));
      const server = await startServerProcess({
        DATABASE_URL: address('daybook'),
        DATA_DIR: join(folder, 'files'),
        APP_SECRET: 'a secret of the faults, long enough',
        LOG_LEVEL: 'fatal',
      });
      try {
        const running = await startLoad(await connect(address('postgres')), server.address, { random });
        const primaries = await killRepeatedly(cluster, first, isQuick ? 2 : kills);
        const figures = await running.stop();
        const stored = await compare(await connect(address('postgres')), figures);
        return loadOutcome(figures, stored, {
          figures: {
            kills: primaries.length - 1,

            primaries: primaries.map(({ name }) => name).join(' → '),
          },
          missed: missedOf({
            'no gap longer than 10 s': figures.gapMs <= maxGapMs,
            'the server keeps running': server.program.exitCode === null && server.program.signalCode === null,
          }),
        });
      } finally {
        server.program.kill('SIGTERM');
        await server.ended;
      }
    } finally {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Answers with the primaries in order. The next one is killed when all three are connected again. */
async function killRepeatedly(cluster: Cluster, first: Primary, times: number): Promise<Primary[]> {
  const primaries = [first];
  for (let time = 0; time < times; time += 1) {
    await sleep(2_000);
    const killed = primaries.at(-1) ?? first;
    cluster.kill(killed.name);
    primaries.push(await cluster.primaryAfter(killed));
  }
  await sleep(2_000);
  return primaries;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // Connections end with the primary.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** As docs/operating.md prepares a server for Daybook. */
async function createDatabase(address: string): Promise<void> {
  const client = await connect(address);
  await client.query('create role daybook login createrole');
  await client.query('create database daybook owner daybook');
  await client.end();
}

function load(address: string): void {
  const script = join(import.meta.dirname, '../seed/synthetic.ts');
  execFileSync(process.execPath, [script, '--worklogs', '2000', '--url', address], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
