// Receipts as files: DATA_DIR/receipts/<company>/<two letters>/<name>. Written to a temporary file, flushed, then renamed, so that
// a killed process or a full disk leaves no partial file under the final name. Readable only by this user.

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode } from '../../start-refusal.ts';
import { assertLocation, isCompanyFolder, isStorageName, type ReceiptLocation, type ReceiptStore } from './receipts.ts';

export function diskReceipts(folder: string): ReceiptStore {
  const pathOf = (place: ReceiptLocation): string => {
    assertLocation(place);
    return join(folder, place.companyId, place.name.slice(0, 2), place.name);
  };
  return {
    write: async (place, content) => {
      const path = pathOf(place);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${randomBytes(6).toString('hex')}`;
      try {
        await writeFlushed(temporary, content);
        await rename(temporary, path);
        await flushFolder(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: (place) => openToRead(pathOf(place)),
    remove: (place) => rm(pathOf(place), { force: true }),
    companies: async () => (await namesIn(folder)).filter(isCompanyFolder),
    list: async (companyId) => {
      const found = [];
      for (const subfolder of await namesIn(join(folder, companyId)))
        for (const name of await namesIn(join(folder, companyId, subfolder))) {
          const writtenAt = await writtenAtOf(join(folder, companyId, subfolder, name));
          // Temporary files of killed processes have a suffix that no name has.
          if (writtenAt && isStorageName(name)) found.push({ name, writtenAt });
          else if (writtenAt && isAbandoned(writtenAt))
            await rm(join(folder, companyId, subfolder, name), { force: true });
        }
      return found;
    },
  };
}

const abandonedMs = 3_600_000;
const isAbandoned = (writtenAt: Date): boolean => writtenAt.getTime() < Date.now() - abandonedMs;

async function writeFlushed(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new file name is durable only after its folder was flushed. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/**
 * Opened before the response begins, so that a missing file can still be answered as missing. Not blocking: opening a pipe would wait
 * for a writer, and a read that waits forever keeps one of the few threads for files.
 */
async function openToRead(path: string): Promise<Readable | null> {
  const file = await orNull(open(path, constants.O_RDONLY | constants.O_NONBLOCK));
  if (file === null || (await file.stat()).isFile()) return file?.createReadStream() ?? null;
  await file.close();
  throw new Error('The receipt is not a file.');
}

const namesIn = async (path: string): Promise<string[]> => ((await orNull(readdir(path))) ?? []).sort();

const writtenAtOf = async (path: string): Promise<Date | null> => (await orNull(stat(path)))?.mtime ?? null;

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
