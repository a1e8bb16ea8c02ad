// Folders of tests, in memory if there is room: a database in them does not wait for the disk. What kills of processes do to it is
// the same there.
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#server/db/cluster/process-table.ts';

const memory = '/dev/shm';
const prefix = 'daybook-test-';

/** A new folder that the account of an embedded database may enter. The caller removes it. */
export function testFolder(name: string): string {
  const parent = hasRoomInMemory(768) ? memory : realpathSync(tmpdir());
  removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Whether that many MiB are free in the file system that is kept in memory. */
export function hasRoomInMemory(mebibytes: number): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > mebibytes * 1024 * 1024;
}

/** Deletes folders of killed test runs; those of running ones stay. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = name.startsWith(prefix) ? name.slice(prefix.length - 1).split('-') : [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
