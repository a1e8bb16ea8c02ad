// Checks of running processes, and of the lock file of a data directory whose last server was killed: the lock is stale only if
// no live process works inside the directory. The recorded process id proves nothing (small ids recur in containers). A live
// server is waited for, and never killed.
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode, StartRefusal } from '../../start-refusal.ts';
import { workingFolder } from './account.ts';

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Refuses if another server still uses the directory after that many seconds. */
export async function clearStaleLock(
  directory: string,
  waitSeconds: number,
  removeSocketFolder: (folder: string) => void = () => undefined,
): Promise<void> {
  const lock = readLock(directory);
  if (lock === null) return;
  const deadline = Date.now() + waitSeconds * 1000;
  for (let [pid] = serversInside(directory); pid !== undefined; [pid] = serversInside(directory)) {
    if (Date.now() > deadline)
      throw new StartRefusal(
        `The database in ${directory} is in use by another running Daybook (its PostgreSQL is process ${pid}). ` +
          'Stop that one first, or give this one a folder of its own with DATA_DIR.',
      );
    await sleep(50);
  }
  rmSync(join(directory, 'postmaster.pid'), { force: true });
  // A copied lock file names the socket of the original, which may be running.
  if (lock.socketFolder !== undefined && !isAlive(lock.pid)) removeSocketFolder(lock.socketFolder);
}

/** The content of postmaster.pid; null if there is none. */
export function readLock(
  directory: string,
): { pid: number; socketFolder: string | undefined; isReady: boolean } | null {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      socketFolder: lines[4] === workingFolder ? directory : lines[4] || undefined,
      isReady: lines[7]?.trim() === 'ready',
    };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Processes whose working folder is the directory; without /proc, the one in the lock file. */
export function serversInside(directory: string): number[] {
  if (process.platform !== 'linux') return [readLock(directory)?.pid ?? 0].filter(isAlive);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolderOf(name) === directory)
    .map(Number);
}

function workingFolderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Has ended, or belongs to another user: PostgreSQL works only in a directory of its own user.
    return null;
  }
}
