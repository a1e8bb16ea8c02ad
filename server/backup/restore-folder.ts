// Where a restore writes: the folder `restoring` of the new DATA_DIR, whose content is moved up when everything is verified. So a restore
// that was killed never looks like an installation, and the next one begins again.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../db/cluster/process-table.ts';
import { findRunning } from '../db/running.ts';
import { makeDataDir } from '../secrets/app-secret.ts';
import { StartRefusal } from '../start-refusal.ts';
import type { Base } from './manifest.ts';

const working = 'restoring';
/** In that folder: the process that restores. */
const holder = 'restore.pid';
/** Present in a new DATA_DIR that contains its own backups, or is a disk. */
const ignored = new Set([working, 'backups', 'lost+found']);

export async function prepareFolder(dataDir: string): Promise<string> {
  if (existsSync(dataDir)) await refuseUsed(dataDir);
  makeDataDir(dataDir);
  const folder = join(dataDir, working);
  await refuseSecond(folder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o711 });
  await writeFile(join(folder, holder), String(process.pid));
  return folder;
}

async function refuseSecond(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, holder), 'utf8').catch(() => ''));
  if (pid === process.pid || !isAlive(pid)) return;
  throw new StartRefusal(
    `Another restore (process ${pid}) is writing to ${folder}. Wait until it has ended, or name another folder with --into.`,
  );
}

async function refuseUsed(dataDir: string): Promise<void> {
  if ((await findRunning(dataDir)) !== null)
    throw new StartRefusal(
      `Daybook is running with ${dataDir}. Restore into another folder with --into, or stop Daybook and move its data away.`,
    );
  const used = (await readdir(dataDir)).filter((name) => !ignored.has(name));
  if (used.length > 0)
    throw new StartRefusal(
      `${dataDir} is not empty (it contains ${used.slice(0, 5).join(', ')}). Nothing was overwritten.`,
      'Name an empty or new folder with --into, or move what is there away.',
    );
}

export async function refuseWithoutSpace(folder: string, { files }: Base): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0) * 1.2;
  if (bavail * bsize >= needed) return;
  throw new StartRefusal(
    `The disk of ${folder} has ${Math.round((bavail * bsize) / 1024 ** 2)} MB left, and the database needs ` +
      `${Math.round(needed / 1024 ** 2)} MB. Free space, or restore into another folder with --into.`,
  );
}

/** The database last: without it, the folder is no installation. */
export async function publishFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, working);
  await rm(join(folder, holder), { force: true });
  const names = (await readdir(folder)).sort((a, b) => Number(a === 'postgres') - Number(b === 'postgres'));
  for (const name of names) await rename(join(folder, name), join(dataDir, name));
  await rm(folder, { recursive: true });
}
