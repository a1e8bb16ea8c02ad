// Row F: the duration of a restart, with the embedded database and with one that is already running, and the idle memory.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '#server/db/embedded.ts';
import { createLog } from '#server/log.ts';
import { type RunningServer, startServer, withFolder } from './demo.ts';
import type { Goal } from './goals.ts';
import { proportionalMemoryOf } from './process-figures.ts';
import { percentile, rounded } from './rounds.ts';

export type ProcessFigures = {
  row: 'F';
  work: string;
  goal: Goal;
  medianMs?: number;
  memoryMiB?: number;
};

const starts = 3;
/** Waits for the work of a start that continues after the first response. */
const idleMs = 10_000;

export async function measureProcess(port: number, dataDir: string): Promise<ProcessFigures[]> {
  const { medianMs: withDatabase, memoryMiB } = await startsOf(() => startServer({ port, dataDir }));
  const { medianMs: without } = await withFolder(async (folder) => {
    const { ownerConfig, stop } = await startEmbedded({ dataDir, log: createLog('warn') });
    const address = (user: string) =>
      `postgres:///daybook?host=${encodeURIComponent(ownerConfig.host ?? '')}&user=${user}`;
    const env = {
      DATABASE_URL: address('daybook_app'),
      DATABASE_DIRECT_URL: address('daybook_owner'),
      // The secret that this database was created with is in its own folder.
      APP_SECRET: (await readFile(join(dataDir, 'app-secret'), 'utf8')).trim(),
    };
    return startsOf(() => startServer({ port, dataDir: join(folder, 'data'), env })).finally(stop);
  });
  return [
    { row: 'F', work: 'memory of the idle application', goal: { memoryMiB: 150 }, memoryMiB },
    { row: 'F', work: 'warm start on a running database', goal: { medianMs: 1_000 }, medianMs: without },
    { row: 'F', work: 'warm start with the embedded database', goal: { medianMs: 2_000 }, medianMs: withDatabase },
  ];
}

/** The first start is not counted, because it may still build something. */
async function startsOf(start: () => Promise<RunningServer>) {
  const times: number[] = [];
  let memoryMiB = 0;
  for (let round = 0; round <= starts; round++) {
    const server = await start();
    if (round > 0) times.push(server.seconds * 1_000);
    if (round === starts) {
      await sleep(idleMs);
      memoryMiB = rounded(proportionalMemoryOf(server.pid));
    }
    await server.stop();
  }
  times.sort((one, other) => one - other);
  return { medianMs: rounded(percentile(times, 0.5)), memoryMiB };
}
