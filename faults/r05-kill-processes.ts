// R05 with several processes: while people work, random ones of the workers, of their report processes and the supervisor itself are
// killed. The supervisor is started again as a service manager does it, the others by the supervisor.

import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '#bench/process-figures.ts';
import type { Random } from '#seed/random.ts';
import { freePort } from '#tests/support/free-port.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';
import { ask, type SignedIn, signInMembers } from './support/people.ts';

const workers = 3;
const kills = { worker: 14, report: 4, supervisor: 3 };
const maxGapMs = 20_000;
/** Shorter than a service manager waits. */
const restartMs = 200;

type Kind = keyof typeof kills;

export const processKills: Fault = {
  id: 'R05-processes',
  danger: 'with WORKERS=3, workers, report processes and the supervisor are killed in random order (kill -9)',
  target: 'nothing lost, nothing twice, no gap longer than 20 s, nothing remains of what was killed',
  needs: [],
  trials: 3,
  run: ({ random, isQuick }) =>
    withOwnDatabase({ companies: 2 }, async ({ connect, serve }) => {
      const port = await freePort();
      const service = await keepRunning(() => serve({ WORKERS: String(workers) }, { port }));
      const superuser = await connect();
      const address = `http://127.0.0.1:${port}`;
      const reading = startReports(address, twoCompanies(await signInMembers(superuser, 'company admin', 2)));
      const load = await startLoad(superuser, address, { random });
      const order = shuffled(isQuick ? { worker: 2, report: 1, supervisor: 1 } : kills, random);
      const killed = await killInOrder(service, order, random);
      await waitUntil(() => running(service).worker.length === workers, { timeout: 60_000 });
      const figures = await load.stop();
      const statuses = await reading.stop();
      const stored = await compare(await connect(), figures);
      const remaining = killed.pids.filter((pid) => existsSync(`/proc/${pid}`)).length;
      service.stop();
      return loadOutcome(figures, stored, {
        figures: {
          kills: killed.kinds.length,
          replayed: figures.replayed,
          reports: JSON.stringify(statuses),
          'processes that remain': remaining,
        },
        missed: missedOf({
          'no gap longer than 20 s': figures.gapMs <= maxGapMs,
          'all of them were killed': killed.kinds.length === order.length,
          'reports were computed': (statuses[200] ?? 0) > 0,
          'reports: nothing but 200, 429, 503 and lost connections': Object.keys(statuses).every((status) =>
            ['0', '200', '429', '503'].includes(status),
          ),
          'nothing remains of what was killed': remaining === 0,
        }),
      });
    }),
};

type Running = { supervisor(): number; stop(): void };

/** Resolves when it is running for the first time. */
async function keepRunning(start: () => Promise<ServerProcess>): Promise<Running> {
  let isOver = false;
  let current = await start();
  const supervise = async () => {
    while (!isOver) {
      await current.ended;
      if (isOver) return;
      current = await startAgain(start);
    }
  };
  void supervise();
  return {
    supervisor: () => current.program.pid ?? 0,
    stop: () => {
      isOver = true;
    },
  };
}

/** As often as it takes: what was killed may still occupy the port or the database. */
async function startAgain(start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  for (;;) {
    await sleep(restartMs);
    const started = await start().catch(() => null);
    if (started) return started;
  }
}

type Killed = { kinds: Kind[]; pids: number[] };

/** `pids` contains those that a killed supervisor leaves, which must end too. */
async function killInOrder(service: Running, order: readonly Kind[], random: Random): Promise<Killed> {
  const killed: Killed = { kinds: [], pids: [] };
  for (const kind of order) {
    await sleep(random.between(600, 2_400));
    await waitUntil(() => running(service)[kind].length > 0, { timeout: 30_000, interval: 20 });
    const found = running(service);
    const [first, ...others] = found[kind];
    if (first === undefined) continue;
    const pid = random.pick([first, ...others]);
    process.kill(pid, 'SIGKILL');
    killed.kinds.push(kind);
    killed.pids.push(pid, ...(kind === 'supervisor' ? [...found.worker, ...found.report] : []));
    if (kind === 'supervisor') await waitUntil(() => service.supervisor() !== pid, { timeout: 120_000 });
  }
  return killed;
}

function running(service: Running): Record<Kind, number[]> {
  const supervisor = service.supervisor();
  const worker = childrenOf(supervisor).filter((pid) => commandOf(pid).includes('server/main.ts'));
  const report = worker.flatMap(childrenOf).filter((pid) => commandOf(pid).includes('report-process/compute.ts'));
  return { supervisor: [supervisor], worker, report };
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function shuffled(counts: Readonly<Record<Kind, number>>, random: Random): Kind[] {
  const all = (['worker', 'report', 'supervisor'] as const).flatMap((kind) =>
    Array.from({ length: counts[kind] }, () => ({ kind, place: random.next() })),
  );
  return all.sort((one, other) => one.place - other.place).map(({ kind }) => kind);
}

/** Two people of different companies: only then are reports computed by a process of their own. */
function twoCompanies(people: readonly SignedIn[]): SignedIn[] {
  const [first] = people;
  const second = people.find(({ companyId }) => companyId !== first?.companyId);
  return [first, second].filter((one) => one !== undefined);
}

function startReports(address: string, people: readonly SignedIn[]) {
  const statuses: Record<number, number> = {};
  let isOver = false;
  const reading = people.map(async (person) => {
    while (!isOver) {
      const path = `/companies/${person.companyId}/reports?from=2020-01-01&to=2027-06-30&groupBy=worker`;
      const { status } = await ask({ address, person }, 'GET', path);
      statuses[status] = (statuses[status] ?? 0) + 1;
      await sleep(100);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(reading);
    return statuses;
  };
  return { stop };
}
