// Opens the backup place of the configuration. Request signing and encryption are loaded only if they are configured.

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupConfig } from '../config/backups.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { folderPlace } from './folder-place.ts';
import { openPacker, type Packer } from './pack.ts';
import type { BackupPlace } from './place.ts';

export type Backups = { place: BackupPlace; packer: Packer };

export async function openBackups({ place, recipient }: BackupConfig): Promise<Backups> {
  return { place: await openPlace(place), packer: await openPacker(recipient) };
}

export async function openPlace(place: BackupConfig['place']): Promise<BackupPlace> {
  if (place.kind === 'folder') return folderPlace(place.path);
  const { bucketPlace } = await import('./bucket-place.ts');
  return bucketPlace(place);
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
    if (!hasCode(error, 'EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'ENOTDIR', 'ENOENT')) throw error;
    throw new StartRefusal(
      `Nothing can be written to BACKUP_PLACE ${place.path} (${error.message}). ` +
        'Free space there, mount it writable, give it to this user, or choose another place.',
    );
  }
}

/** One folder at a time: Node's recursive mkdir does not terminate where folders cannot be created, such as under /proc. */
async function makeFolder(path: string): Promise<void> {
  const missing: string[] = [];
  for (let above = path; !existsSync(above); above = dirname(above)) missing.unshift(above);
  for (const folder of missing) await mkdir(folder, { mode: 0o700 });
}
