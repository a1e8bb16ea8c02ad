// R25: the database does not respond for twenty seconds, because its processes are frozen or because the network drops packets.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, type FaultOutcome, missedOf, type Trial } from './fault.ts';
import { type Cut, startCut } from './support/cut.ts';
import { databaseProcesses } from './support/database-process.ts';
import { type Installation, withSeparateDatabase } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';
import { pace } from './support/pace.ts';
import { ask, signInMembers } from './support/people.ts';

const maxResponseMs = 5_000;
const maxBackMs = 5_000;
const readsPerSecond = 20;

type Silence = { begin(): void; end(): void };

export const frozenDatabase: Fault = {
  id: 'R25-frozen',
  danger: 'every process of the database is frozen for 20 s (kill -STOP)',
  target: 'each request is answered within 5 s, nothing lost, work continues within 5 s of the end',
  needs: [],
  trials: 1,
  run: (trial) =>
    withSeparateDatabase({}, (installation) => {
      let frozen: number[] = [];
      const begin = () => {
        frozen = databaseProcesses(installation.folder);
        for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      };
      const end = () => {
        for (const pid of frozen) process.kill(pid, 'SIGCONT');
      };
      return measure(trial, installation, {}, { begin, end });
    }),
};

export const halfOpenConnections: Fault = {
  id: 'R25-network',
  danger: 'the network to the database drops every packet for 20 s, and connections stay half open',
  target: 'each request is answered within 5 s, nothing lost, work continues within 5 s of the end',
  needs: [],
  trials: 1,
  run: async (trial) => {
    let cut: Cut | undefined;
    try {
      return await withSeparateDatabase({}, async (installation) => {
        const started = await startCut(join(installation.folder, 'postgres', '.s.PGSQL.5432'));
        cut = started;
        const { port, drop, forward } = started;
        const address = (user: string) => `postgres://${user}@127.0.0.1:${port}/daybook`;
        const environment = { DATABASE_URL: address('daybook_app'), DATABASE_DIRECT_URL: address('daybook_owner') };
        return measure(trial, installation, environment, { begin: drop, end: forward });
      });
    } finally {
      cut?.close();
    }
  },
};

async function measure(
  { random, isQuick }: Trial,
  { connect, serve }: Installation,
  environment: Record<string, string>,
  silence: Silence,
): Promise<FaultOutcome> {
  const server = await serve(environment);
  const superuser = await connect();
  const [reader] = await signInMembers(superuser, 'timesheet approver', 1);
  const load = await startLoad(superuser, server.address, { random });
  await sleep(2_000);
  silence.begin();
  const during = pace(readsPerSecond, isQuick ? 6_000 : 20_000, () =>
    ask({ address: server.address, ...(reader && { person: reader }) }, 'GET', '/session'),
  );
  const reads = await during.finally(silence.end);
  const endedAt = performance.now();
  const before = load.acknowledged();
  while (load.acknowledged() === before && performance.now() - endedAt < 60_000) await sleep(10);
  const backMs = Math.round(performance.now() - endedAt);
  await sleep(1_000);
  const figures = await load.stop();
  return loadOutcome(figures, await compare(superuser, figures), {
    figures: {
      'slowest response (ms)': reads.slowestMs,
      statuses: JSON.stringify(reads.statuses),
      'back after (ms)': backMs,
    },
    missed: missedOf({
      'answered within 5 s': reads.slowestMs <= maxResponseMs,
      'nothing but 200 and 503': Object.keys(reads.statuses).every((status) => status === '200' || status === '503'),
      'back within 5 s': backMs <= maxBackMs,
      'the server keeps running': server.program.exitCode === null,
    }),
  });
}
