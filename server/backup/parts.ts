// The parts of a base backup: pieces of some megabytes of the files one after the other, each packed and stored by itself, so that
// neither a bucket nor this process needs a file as large as the database. Reading verifies each part and each file.

import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { folderOfBase, type Manifest } from './manifest.ts';
import { checksumOf, type Packer, type Unpacker } from './pack.ts';
import type { BackupPlace } from './place.ts';

const partBytes = 16 * 1024 * 1024;

type PartsPlace = { place: BackupPlace; packer: Packer; id: string };
type Written = Pick<Manifest, 'files' | 'parts'>;

export type PartWriter = {
  addFile(path: string, source: string): Promise<void>;
  addContent(path: string, content: Buffer): Promise<void>;
  finish(): Promise<Written>;
};

export function writeParts({ place, packer, id }: PartsPlace): PartWriter {
  const written: Written = { files: [], parts: [] };
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const flush = async () => {
    const stored = await packer.pack(pending);
    const name = `part-${String(written.parts.length + 1).padStart(5, '0')}${packer.suffix}`;
    pending = [];
    pendingBytes = 0;
    await place.write(folderOfBase(id) + name, stored);
    written.parts.push({ name, bytes: stored.length, sha256: checksumOf(stored) });
  };
  const add = async (content: Buffer) => {
    pending.push(content);
    pendingBytes += content.length;
    if (pendingBytes >= partBytes) await flush();
  };
  return {
    addFile: async (path, source) => {
      const copied = await copyFile(source, add);
      if (copied !== null) written.files.push({ path, ...copied });
    },
    addContent: async (path, content) => {
      await add(content);
      written.files.push({ path, bytes: content.length, sha256: checksumOf(content) });
    },
    finish: async () => {
      if (pendingBytes > 0) await flush();
      return written;
    },
  };
}

const chunkBytes = 1024 * 1024;

/** Null if the file is gone. It may grow or shrink while it is read: the write-ahead log repairs what is inconsistent. */
async function copyFile(source: string, add: (content: Buffer) => Promise<void>) {
  const file = await openIfThere(source);
  if (file === null) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
      const content = buffer.subarray(0, bytesRead);
      hash.update(content);
      bytes += bytesRead;
      await add(content);
    }
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

type Source = { place: BackupPlace; unpack: Unpacker; id: string };

/** The first part that is missing or damaged, with what it should be. */
export async function readPart({ place, unpack, id }: Source, part: Manifest['parts'][number]): Promise<Buffer> {
  const file = folderOfBase(id) + part.name;
  const stored = await place.read(file);
  const problem = stored === null ? 'is missing' : checksumOf(stored) === part.sha256 ? null : 'is damaged';
  if (stored === null || problem !== null)
    throw new StartRefusal(
      `${file} in ${place.name} ${problem}: its SHA-256 must be ${part.sha256}, with ${part.bytes} bytes.`,
      'Nothing was restored. Bring that file back from a copy of the backups, or restore an earlier backup: --base ID.',
    );
  return unpack(file, stored);
}

/** Writes the files below the directory, and verifies each. */
export async function restoreFiles(source: Source, { files, parts, folders }: Manifest, directory: string) {
  for (const folder of folders) await mkdir(join(directory, folder), { recursive: true, mode: 0o700 });
  const remaining = parts.values();
  let content: Buffer = Buffer.alloc(0);
  for (const { path, bytes, sha256 } of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true, mode: 0o700 });
    const file = await open(join(directory, path), 'wx', 0o600);
    const hash: Hash = createHash('sha256');
    try {
      for (let missing = bytes; missing > 0; ) {
        if (content.length === 0) {
          const { value: next } = remaining.next();
          if (next === undefined) throw new StartRefusal(`The parts of the backup end before ${path} is complete.`);
          content = await readPart(source, next);
        }
        const piece = content.subarray(0, missing);
        content = content.subarray(piece.length);
        missing -= piece.length;
        hash.update(piece);
        await file.writeFile(piece);
      }
    } finally {
      await file.close();
    }
    const found = hash.digest('hex');
    if (found !== sha256)
      throw new StartRefusal(
        `${path} of the backup ${source.id} is damaged: its SHA-256 is ${found} and must be ${sha256}.`,
      );
  }
}
