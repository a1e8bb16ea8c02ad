// A base backup of the running embedded database: pg_backup_start, a copy of its files, pg_backup_stop, in one session, with the
// label that PostgreSQL returns; the secret; and the hashes of all tables for the drill. It is complete when its manifest is
// written, after every segment of the log that it needs is stored.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { StartRefusal } from '../start-refusal.ts';
import { claimPlaceFor } from './claim.ts';
import { listCluster } from './cluster-files.ts';
import {
  type Base,
  baseIdAt,
  basesFolder,
  folderOfBase,
  listManifests,
  readManifest,
  writeManifest,
} from './manifest.ts';
import type { Packer } from './pack.ts';
import { type PartWriter, writeParts } from './parts.ts';
import type { BackupPlace } from './place.ts';
import { findStored, numberOf, segmentAt, timelineOf } from './segments.ts';
import { clientOf, hashAtRestorePoint } from './table-hashes.ts';

export type BackupSource = {
  administrator: ClientConfig;
  /** The data directory. */
  directory: string;
  /** Null if the installation has none yet. */
  secret: string | null;
};

type Parts = { installation: BackupSource; place: BackupPlace; packer: Packer; now: Date };

export async function makeBaseBackup({ installation, place: target, packer, now }: Parts): Promise<Base> {
  const id = baseIdAt(now);
  const { place, removeWritten } = recordWritten(target);
  const { administrator, directory } = installation;
  const client = clientOf(administrator);
  try {
    await client.connect();
    await refuseFullPlace(client, place);
    await claimPlaceFor(client, place);
    await client.query('set statement_timeout = 0');
    const writer = writeParts({ place, packer, id });
    const { folders, firstSegment } = await storeCluster(client, directory, writer);
    const { files, parts } = await writer.finish();
    if (installation.secret !== null)
      await place.write(secretFileOf(id, packer.suffix), await packer.pack([Buffer.from(installation.secret)]));
    const restorePoint = `daybook ${id}`;
    const { tables, lastSegment, at } = await hashAtRestorePoint(administrator, restorePoint);
    await waitForSegments(place, firstSegment, lastSegment);
    const facts = await factsOf(client);
    const moments = { startedAt: now.toISOString(), completeAt: at.toISOString() };
    const position = { firstSegment, lastSegment, restorePoint };
    await writeManifest(place, id, { ...facts, ...moments, ...position, tables, folders, files, parts });
  } catch (error) {
    await removeWritten().catch(() => undefined);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  const written = (await listManifests(place)).find((one) => one.id === id);
  if (written === undefined) throw new Error(`The manifest of ${id} is not in ${place.name}.`);
  return readManifest(place, written);
}

export const secretFileOf = (id: string, suffix: string): string => `${folderOfBase(id)}app-secret${suffix}`;

/** Removes what a failed backup wrote, so that failures do not fill the place. What a killed one leaves is deleted a day later. */
function recordWritten(target: BackupPlace) {
  const written: string[] = [];
  const write: BackupPlace['write'] = async (name, content) => {
    await target.write(name, content);
    if (name.startsWith(basesFolder)) written.push(name);
  };
  const removeWritten = async () => {
    for (const name of written) await target.remove(name);
  };
  return { place: { ...target, write }, removeWritten };
}

async function storeCluster(client: Client, directory: string, writer: PartWriter) {
  const { rows: begun } = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('daybook', true)) as segment`,
  );
  const { folders, files } = await listCluster(directory);
  for (const path of files) await writer.addFile(path, join(directory, path));
  const { rows: ended } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
  );
  await writer.addContent('backup_label', Buffer.from(ended[0]?.label ?? ''));
  return { folders, firstSegment: begun[0]?.segment ?? '' };
}

async function factsOf(client: Client) {
  const { rows } = await client.query<{ installation: string; postgres: string; migration: string }>(
    `select (select system_identifier::text from pg_control_system()) as installation,
       current_setting('server_version') as postgres, (select max(name) from schema_migrations) as migration`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The database returned no identifier.');
  return facts;
}

/** Compressed, a database takes about a quarter; twice that, and some for the log of a day. */
const spareBytes = 256 * 1024 ** 2;

async function refuseFullPlace(client: Client, place: BackupPlace): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  const needed = Number(rows[0]?.bytes ?? 0) / 2 + spareBytes;
  const free = await place.freeBytes();
  if (free === null || free >= needed) return;
  throw new StartRefusal(
    `${place.name} has ${megabytes(free)} MB left, and a base backup needs up to ${megabytes(needed)} MB. ` +
      'Nothing was written. Free space there, set a lower BACKUP_DAYS, or choose another BACKUP_PLACE.',
  );
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 ** 2);

const storeLimitMs = 120_000;

/** They are stored by the process that runs the database. */
async function waitForSegments(place: BackupPlace, first: string, last: string): Promise<void> {
  const deadline = Date.now() + storeLimitMs;
  for (let number = numberOf(first); number <= numberOf(last); number += 1) {
    const segment = segmentAt(timelineOf(first), number);
    while ((await findStored(place, segment)) === null) {
      if (Date.now() > deadline)
        throw new StartRefusal(
          `The running Daybook did not store ${segment} of the write-ahead log in ${place.name}. ` +
            'Is BACKUP_PLACE the same for both, and does its log report an error?',
        );
      await sleep(200);
    }
  }
}
