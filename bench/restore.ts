// A lost machine: how old the newest stored moment is while people write all the time (RPO), and how long it takes until the
// installation is restored and examined (RTO), with receipts. The restored tables must be equal to the lost ones.

import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { renameSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { folderPlace } from '#server/backup/folder-place.ts';
import type { TableHashes } from '#server/backup/manifest.ts';
import type { BackupPlace } from '#server/backup/place.ts';
import { isSegment, listSegments, numberOf } from '#server/backup/segments.ts';
import { clientOf, differences, hashTables } from '#server/backup/table-hashes.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { newId } from '#server/db/ids.ts';
import { findRunning } from '#server/db/running.ts';
import { createLog } from '#server/log.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import { newToken, tokenHash } from '#server/secrets/cookie-tokens.ts';
import { loadNow, startServer, withFolder } from './demo.ts';
import { rounded } from './rounds.ts';
import { withSyntheticData } from './synthetic.ts';

export type RestoreFigures = {
  worklogs: number;
  receipts: number;
  databaseMiB: number;
  backupMiB: number;
  baseBackupSeconds: number;
  /** The greatest age of the newest moment that could have been restored. */
  rpoSeconds: number;
  /** From the command to "Ready", with the examination by the doctor. */
  rtoSeconds: number;
  tables: number;
  differentTables: string[];
  goals: { rpoSeconds: number; rtoSeconds: number };
  missed: string[];
  load: number;
};

const goals = { rpoSeconds: 60, rtoSeconds: 900 };
const worklogsPerReceipt = 100;
const receiptBytes = 20_000;
/** Some segments of the log, each stored at the latest after less than a minute. */
const writeForMs = 150_000;
const writeEveryMs = 100;

type Options = { port: number; worklogs: number };

export const measureRestore = ({ port, worklogs }: Options): Promise<RestoreFigures> =>
  withFolder((folder) =>
    withSyntheticData({ worklogs, dataDir: join(folder, 'data') }, async ({ dataDir }) => {
      const place = folderPlace(join(folder, 'backups'));
      const env = { DATA_DIR: dataDir, BACKUP_PLACE: place.name };
      const receipts = await addReceipts(dataDir, worklogsPerReceipt);
      const server = await startServer({ port, dataDir, env });
      const baseBackupSeconds = await secondsOf('server/backup/main.ts', env);
      const rpoSeconds = await ageOfNewestMoment(dataDir, place);
      await storeEverything(dataDir, place);
      await server.stop();
      const before = await contentOf(dataDir);
      const databaseMiB = await mebibytesIn(join(dataDir, 'postgres', 'base'));
      renameSync(dataDir, join(folder, 'lost'));
      const rtoSeconds = await secondsOf('server/backup/restore-main.ts', env);
      const after = await contentOf(dataDir);
      const measured = { rpoSeconds, rtoSeconds };
      return {
        worklogs,
        receipts,
        databaseMiB,
        backupMiB: await mebibytesIn(place.name),
        baseBackupSeconds,
        ...measured,
        tables: Object.keys(before).length,
        differentTables: differences(before, after),
        goals,
        missed: (['rpoSeconds', 'rtoSeconds'] as const).filter((name) => measured[name] > goals[name]),
        load: loadNow(),
      };
    }),
  );

/** Seconds until a program of the product has ended successfully. */
async function secondsOf(file: string, env: Readonly<Record<string, string>>): Promise<number> {
  const began = performance.now();
  const options = { cwd: join(import.meta.dirname, '..'), env: { ...process.env, ...env } };
  await promisify(execFile)(process.execPath, [file], options);
  return rounded((performance.now() - began) / 1_000);
}

/** Works in the database of a folder on which no server is running. */
async function within<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { administratorConfig, stop } = await startEmbedded({ dataDir, log: createLog('warn'), isArchived: true });
  return withClient(administratorConfig, work).finally(() => stop());
}

async function withClient<T>(config: Parameters<typeof clientOf>[0], work: (client: Client) => Promise<T>): Promise<T> {
  const client = clientOf(config);
  await client.connect();
  return work(client).finally(() => client.end());
}

const contentOf = (dataDir: string): Promise<TableHashes> => within(dataDir, hashTables);

/** One for each group of this many worklogs, of random bytes: pictures cannot be compressed either. */
export async function addReceipts(dataDir: string, worklogsPerOne: number): Promise<number> {
  const store = await openReceipts({ dataDir, receiptsS3: undefined });
  return within(dataDir, async (client) => {
    const { rows } = await client.query<{ companyId: string; id: string; workerId: string }>(
      `select company_id as "companyId", id, worker_id as "workerId" from worklogs where kind = 'expense' and status <> 'deleted'
       order by id limit (select count(*) / $1 from worklogs)`,
      [worklogsPerOne],
    );
    for (const { companyId, id, workerId } of rows) {
      const content = randomBytes(receiptBytes);
      const name = randomBytes(16).toString('hex');
      await store.write({ companyId, name }, content);
      await client.query(
        `insert into receipts (company_id, id, worker_id, worklog_id, position, storage_name, file_name, type, bytes, sha256, uploaded_at)
         values ($1, $2, $3, $4, 0, $5, 'receipt.pdf', 'application/pdf', $6, $7, now())`,
        [companyId, newId(), workerId, id, name, content.length, createHash('sha256').update(content).digest()],
      );
    }
    return rows.length;
  });
}

async function withRunning<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const running = await findRunning(dataDir);
  if (running === null) throw new Error(`No server runs in ${dataDir}.`);
  return withClient(running.administratorConfig, work);
}

type Write = { at: number; segment: number };

/**
 * Writes all the time, and remembers which segment of the log contains each write. What is in a stored segment can be restored: just
 * before a segment is stored, the newest such write is that of the segment before.
 */
const ageOfNewestMoment = (dataDir: string, place: BackupPlace): Promise<number> =>
  withRunning(dataDir, async (client) => {
    const writes: Write[] = [];
    const ages: number[] = [];
    let stored = await newestSegment(place);
    for (const end = performance.now() + writeForMs; performance.now() < end; await sleep(writeEveryMs)) {
      writes.push(await write(client));
      const newest = await newestSegment(place);
      if (newest === stored) continue;
      const restorable = writes.findLast(({ segment }) => segment <= stored);
      if (restorable !== undefined) ages.push(performance.now() - restorable.at);
      stored = newest;
    }
    if (ages.length === 0) throw new Error('No segment of the log was stored meanwhile.');
    return rounded(Math.max(...ages) / 1_000);
  });

/** A sign-in. */
async function write(client: Client): Promise<Write> {
  const { rows } = await client.query<{ segment: string }>(
    `with person as (select id from users limit 1),
       session as (insert into sessions (id, user_id, token, expires_at) select $1, id, $2, now() + interval '1 day' from person)
     select pg_walfile_name(pg_current_wal_insert_lsn()) as segment`,
    [newId(), tokenHash(newToken())],
  );
  return { at: performance.now(), segment: numberOf(rows[0]?.segment ?? '') };
}

async function newestSegment(place: BackupPlace): Promise<number> {
  const segments = (await listSegments(place)).filter(({ segment }) => isSegment(segment));
  return Math.max(...segments.map(({ segment }) => numberOf(segment)));
}

async function storeEverything(dataDir: string, place: BackupPlace): Promise<void> {
  const last = await withRunning(dataDir, async (client) => {
    const { rows } = await client.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
    return numberOf(rows[0]?.segment ?? '');
  });
  while ((await newestSegment(place)) < last) await sleep(500);
}

async function mebibytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map((file) => statSync(join(file.parentPath, file.name)).size);
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 2);
}
