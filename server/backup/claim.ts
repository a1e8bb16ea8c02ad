// A backup place belongs to one installation: its identifier (given by initdb, kept by a restore) is in `installation.json`. And which
// places are refused: those of another installation, and those among the data.

import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Client } from 'pg';
import { z } from 'zod';
import type { BackupConfig } from '../config/backups.ts';
import type { ReadConfig } from '../config/config.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import type { BackupPlace } from './place.ts';

const file = 'installation.json';
const content = z.object({ installation: z.string() });

/** For the database of the client. */
export async function claimPlaceFor(client: Client, place: BackupPlace): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  await claimPlace(place, rows[0]?.id ?? '');
}

export async function claimPlace(place: BackupPlace, installation: string): Promise<void> {
  const claim = Buffer.from(JSON.stringify({ installation } satisfies z.infer<typeof content>));
  let owner = await ownerOf(place);
  if (owner === null) {
    // Another process of this installation may do the same.
    await place.write(file, claim).catch(async (error: unknown) => {
      if ((await ownerOf(place)) === null) throw error;
    });
    owner = await ownerOf(place);
  }
  if (owner === installation) return;
  throw new StartRefusal(
    `${place.name} contains the backups of another installation (its database is ${owner}, this one is ${installation}). ` +
      'Nothing was changed. Give this installation a place of its own with BACKUP_PLACE.',
  );
}

/** An empty DATA_DIR whose backups exist: the database was lost, or its disk is not mounted. */
export async function refuseLostDatabase(place: BackupPlace, dataDir: string): Promise<void> {
  if (isThere(join(dataDir, 'postgres'))) return;
  // A place that cannot be read is reported by the continuous backup.
  const owner = await ownerOf(place).catch(() => null);
  if (owner === null) return;
  throw new StartRefusal(
    `There is no database in ${dataDir}, but ${place.name} contains the backups of an installation.`,
    'If the disk of the database is not mounted, mount it. If the database is lost, restore it: npm run restore',
    'To begin with a new database instead, set BACKUP_PLACE to another folder or bucket. Nothing was created or changed.',
  );
}

/** Null for a place without backups. */
async function ownerOf(place: BackupPlace): Promise<string | null> {
  const stored = await place.read(file);
  return stored === null ? null : content.parse(JSON.parse(stored.toString('utf8'))).installation;
}

/** Folders in which backups would be lost with the data, or would be part of them. */
export function refuseInsideData(
  { place }: Pick<BackupConfig, 'place'>,
  { dataDir, receiptsS3 }: Pick<ReadConfig, 'dataDir' | 'receiptsS3'>,
): void {
  if (place.kind === 'bucket') {
    refuseReceiptsBucket(place.url, receiptsS3?.url);
    return;
  }
  const [path, data] = [realPathOf(place.path), realPathOf(dataDir)];
  const isData = path === data || path === dirname(data);
  const taken = ['postgres', 'receipts', 'restoring', 'restore-drill'].map((name) => realPathOf(join(data, name)));
  const isInside = taken.some((folder) => path === folder || path.startsWith(folder + sep));
  if (isData || isInside)
    throw new StartRefusal(
      `BACKUP_PLACE ${path} is among the data that are backed up. Choose a folder on another disk, or one of its own such as ` +
        `${join(data, 'backups')}.`,
    );
}

function refuseReceiptsBucket(url: string, receiptsUrl: string | undefined): void {
  if (url.replace(/\/+$/, '') !== receiptsUrl?.replace(/\/+$/, '')) return;
  throw new StartRefusal(
    `BACKUP_PLACE ${url} is the place of the receipts (RECEIPTS_S3_URL), which are backed up. Choose another bucket, or a folder ` +
      'of its own in this one.',
  );
}

/** Without symbolic links, also if the last folders do not exist yet. */
function realPathOf(path: string): string {
  const absolute = resolve(path);
  if (!isThere(absolute) && absolute !== dirname(absolute))
    return join(realPathOf(dirname(absolute)), basename(absolute));
  try {
    return realpathSync(absolute);
  } catch {
    return absolute;
  }
}

/** Also a symbolic link to nothing, and what this user may not look at: a start explains both. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return !hasCode(error, 'ENOENT', 'ENOTDIR');
  }
}
