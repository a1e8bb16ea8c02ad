// Backups in a folder. Written to a temporary file, flushed and renamed, so that a killed process or a full disk leaves no partial
// file under the final name. Readable only by this user.

import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '../start-refusal.ts';
import type { BackupPlace } from './place.ts';

export function folderPlace(folder: string): BackupPlace {
  const pathOf = (name: string): string => join(folder, name);
  return {
    name: folder,
    write: (name, content) => writeAtomically(pathOf(name), content, link),
    replace: (name, content) => writeAtomically(pathOf(name), content, rename),
    read: (name) => orNull(readFile(pathOf(name))),
    remove: (name) => rm(pathOf(name), { force: true, recursive: true }),
    list: async (prefix) => {
      const names = await filesBelow(pathOf(prefix));
      return names.map((name) => `${prefix}${name}`).sort();
    },
    freeBytes: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

const temporary = /\.part-[0-9a-f]{12}$/;

/** `link` fails if the name exists. */
async function writeAtomically(
  path: string,
  content: Buffer,
  publish: (from: string, to: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.part-${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft, path);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
  await flushFolder(dirname(path));
}

/** A new file name is durable only after its folder was flushed. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isDirectory()) return temporary.test(entry.name) ? [] : [entry.name];
      return (await filesBelow(join(folder, entry.name))).map((name) => `${entry.name}/${name}`);
    }),
  );
  return found.flat();
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
