// The processes of a PostgreSQL: its first one, and all of them.

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLock, serversInside } from '#server/db/cluster/process-table.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const directoryOf = (folder: string) => realpathSync(join(folder, 'postgres'));

export function postmasterOf(folder: string): number {
  const lock = readLock(directoryOf(folder));
  if (lock === null) throw new Error('The database is not running.');
  return lock.pid;
}

export const databaseProcesses = (folder: string): number[] => serversInside(directoryOf(folder));

/** Ends the first process by a signal, as often as asked, each time when the database is running again and has been used a while. */
export async function endRepeatedly(
  folder: string,
  signal: NodeJS.Signals,
  { times, pauseMs }: { times: number; pauseMs: number },
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await sleep(pauseMs);
    const ended = postmasterOf(folder);
    process.kill(ended, signal);
    await waitUntil(() => isRunningAgain(folder, ended), { timeout: 30_000, interval: 20 });
  }
  await sleep(pauseMs);
}

function isRunningAgain(folder: string, ended: number): boolean {
  const lock = readLock(directoryOf(folder));
  return lock !== null && lock.pid !== ended && lock.isReady;
}
