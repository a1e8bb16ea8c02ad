// Opens the backup place of the configuration. Request signing and encryption are loaded only if they are configured.

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupConfig } from '../config/backups.ts';
import { StartRefusal } from '../start-refusal.ts';
import { folderPlace } from './folder-place.ts';
import { openPacker, type Packer } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { adviseOnBucket, adviseOnFolder, withAdvice } from './place-failure.ts';

export type Backups = { place: BackupPlace; packer: Packer };

export async function openBackups({ place, recipient }: BackupConfig): Promise<Backups> {
  return { place: await openPlace(place), packer: await openPacker(recipient) };
}

export async function openPlace(place: BackupConfig['place']): Promise<BackupPlace> {
  if (place.kind === 'folder') return withAdvice(folderPlace(place.path), adviseOnFolder);
  const { bucketPlace } = await import('./bucket-place.ts');
  return withAdvice(bucketPlace(place), adviseOnBucket);
}

/** For a sentence instead of an error of the file system, before anything is begun. */
export async function ensureWritable({ place }: BackupConfig): Promise<void> {
  if (place.kind !== 'folder') return;
  const trial = join(place.path, `.writable-${process.pid}`);
  try {
    await makeFolder(place.path);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    const advice = adviseOnFolder(error, place.path);
    throw advice === null ? error : new StartRefusal(advice);
  }
}

/** One folder at a time: Node's recursive mkdir does not terminate where folders cannot be created, such as under /proc. */
async function makeFolder(path: string): Promise<void> {
  const missing: string[] = [];
  for (let above = path; !existsSync(above); above = dirname(above)) missing.unshift(above);
  for (const folder of missing) await mkdir(folder, { mode: 0o700 });
}
