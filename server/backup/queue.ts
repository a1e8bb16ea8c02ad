// Stores what PostgreSQL has put into its queue: each complete segment is packed at once (an almost empty one of 16 MB becomes some
// kilobytes) and the original deleted; the packed file is moved to the backup place as soon as that accepts it. While the place is
// unavailable, only packed files accumulate. Before they fill the disk of the database, they are deleted: people can work, and the
// gap is closed by a new base backup.

import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { folderPlace } from './folder-place.ts';
import type { Packer } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { fileOf, findStored, isHistory, isSegment } from './segments.ts';

export type Queue = {
  /** The folder that PostgreSQL writes to. */
  folder: string;
  place: BackupPlace;
  packer: Packer;
};

/** Stores everything that is packed; the names of what is stored now, in their order. */
export async function storeQueue(queue: Queue): Promise<string[]> {
  const stored: string[] = [];
  for (const { file, name, sha256 } of await packedFiles(queue.folder)) {
    await storeOne(queue, { file, name, sha256 });
    await rm(join(queue.folder, file));
    stored.push(name);
  }
  return stored;
}

/** Whether something is packed that is not stored. */
export const hasWaiting = async ({ folder }: Queue): Promise<boolean> => (await packedFiles(folder)).length > 0;

/** Packs what PostgreSQL has completed. */
export async function packQueue({ folder, packer }: Queue): Promise<void> {
  const outbox = folderPlace(folder);
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    // Labels of base backups, and the incomplete last segment of a timeline, are not needed to restore.
    if (/\.(backup|partial)$/.test(name)) await rm(path);
    if (!isSegment(name) && !isHistory(name)) continue;
    const hash = createHash('sha256');
    const packed = await packer.pack(piecesOf(path, hash));
    await outbox.replace(`${name}.${hash.digest('hex')}${packer.suffix}`, packed);
    await rm(path);
  }
}

/** A segment as a whole would need 16 MB. */
async function* piecesOf(path: string, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path)) {
    hash.update(piece);
    yield piece;
  }
}

type Packed = { file: string; name: string; sha256: string };

const packedForm = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.zst(\.age)?$/;

async function packedFiles(folder: string): Promise<Packed[]> {
  return (await readdir(folder)).sort().flatMap((file) => {
    const [, name, sha256] = packedForm.exec(file) ?? [];
    return name === undefined || sha256 === undefined ? [] : [{ file, name, sha256 }];
  });
}

/** A segment that a killed process had stored already has the same content. */
async function storeOne({ folder, place }: Queue, { file, name, sha256 }: Packed): Promise<void> {
  const known = await findStored(place, name);
  if (known?.sha256 === sha256) return;
  if (known !== null)
    throw new Error(
      `${known.file} has another content than the segment of this database: another installation, or a copy of this one, ` +
        'stores its backups in the same place. Give this one a place of its own with BACKUP_PLACE.',
    );
  const suffix = file.endsWith('.age') ? '.zst.age' : '.zst';
  await place.write(fileOf(name, sha256, suffix), await readFile(join(folder, file)));
}

/** Left for the database on its disk. */
const reservedBytes = 1024 ** 3;

/** Deletes the queue if the disk of the database is almost full; returns how many files. */
export async function discardIfDiskFull({ folder }: Queue, reserved = reservedBytes): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= reserved) return 0;
  const files = (await readdir(folder)).filter((name) => isSegment(name) || packedForm.test(name));
  for (const file of files) await rm(join(folder, file), { force: true });
  return files.length;
}
