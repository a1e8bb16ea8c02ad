// A volume that can be filled and emptied. As root, if the kernel allows it, a small file system with a file that takes all space;
// otherwise PostgreSQL is prevented from creating files, which has the same effect on it.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type Volume = {
  folder: string;
  /** Call it repeatedly: it also fills the space that others free meanwhile. */
  fill(): void;
  free(): void;
  remove(): void;
};

const volumeMegabytes = 200;

export function smallVolume(): Volume {
  const folder = mkdtempSync('/tmp/daybook-volume-');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${volumeMegabytes}m,mode=711`, 'daybook', folder]);
  chmodSync(folder, 0o711);
  if (mounted.status !== 0) return closedFolders(folder);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => fill(filler),
    free: () => rmSync(filler),
    remove: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function fill(file: string): void {
  const handle = openSync(file, 'a');
  try {
    for (const bytes of [1_048_576, 4_096, 1]) while (isWritten(handle, Buffer.alloc(bytes)));
  } finally {
    closeSync(handle);
  }
}

function isWritten(handle: number, chunk: Buffer): boolean {
  try {
    return writeSync(handle, chunk) === chunk.length;
  } catch {
    return false;
  }
}

function closedFolders(folder: string): Volume {
  const setMode = (mode: number) => {
    for (const name of ['postgres/pg_wal', 'postgres']) chmodSync(join(folder, name), mode);
  };
  return {
    folder,
    fill: () => setMode(0o500),
    free: () => {
      chmodSync(join(folder, 'postgres'), 0o700);
      setMode(0o700);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
