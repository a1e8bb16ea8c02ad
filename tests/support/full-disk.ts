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
  /** Whether it is a file system of its own. */
  isMounted: boolean;
  remove(): void;
};

type Options = {
  megabytes?: number;
  /** DATA_DIR in the volume; the volume itself by default. */
  data?: string;
  /** The file in it that takes the space. */
  filler?: string;
};

export function smallVolume({ megabytes = 200, data = '.', filler: name = 'filler' }: Options = {}): Volume {
  const folder = mkdtempSync('/tmp/daybook-volume-');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'daybook', folder]);
  chmodSync(folder, 0o711);
  const isMounted = mounted.status === 0;
  if (!isMounted) return { ...closedFolders(folder, join(folder, data)), isMounted };
  const filler = join(folder, data, name);
  return {
    folder,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    isMounted,
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

function closedFolders(folder: string, dataDir: string): Omit<Volume, 'isMounted'> {
  const setMode = (mode: number) => {
    for (const name of ['postgres/pg_wal', 'postgres']) chmodSync(join(dataDir, name), mode);
  };
  return {
    folder,
    fill: () => setMode(0o500),
    free: () => {
      chmodSync(join(dataDir, 'postgres'), 0o700);
      setMode(0o700);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
