// npm run backup: makes a base backup of the embedded database, also while Daybook is running, and deletes what is older than the
// retention. The process that runs the database starts it daily, as a process of lower priority.
// Beside a PostgreSQL of the operator it stores the receipts and the secret. With --new-key FILE it only makes a pair of keys for encrypted backups.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupConfig } from '../config/backups.ts';
import type { Config, ReadConfig } from '../config/config.ts';
import { startEmbedded } from '../db/embedded.ts';
import { type FoundEmbedded, findRunning, hasEmbedded } from '../db/running.ts';
import { createLog, type Log } from '../log.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { findAppSecret } from '../secrets/app-secret.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { makeBaseBackup } from './base-backup.ts';
import { refuseInsideData } from './claim.ts';
import { storeContinuously } from './continuous.ts';
import type { External } from './external.ts';
import type { Base } from './manifest.ts';
import { type Backups, ensureWritable, openBackups } from './open.ts';
import { copyReceipts, listKnownReceipts, storedReceipts } from './receipts.ts';
import { remember } from './remembered.ts';
import { deleteOld } from './retention.ts';
import { clientOf } from './table-hashes.ts';
import { findContinuedByDatabase } from './timelines.ts';

await runProgram('No backup was made:', run);

async function run(): Promise<void> {
  const [option, file] = process.argv.slice(2);
  if (option === '--new-key') return makeKey(file);
  const config = configOfProgram();
  const { database } = config;
  if (database !== undefined) return backUpExternal({ ...config, database });
  const backup = backupOf(config);
  refuseInsideData(backup, config);
  await ensureWritable(backup);
  const backups = await openBackups(backup);
  const log = createLog('error');
  const opened = await openInstallation(config, backups, log);
  try {
    printSummary(await backUp({ ...config, backup }, opened, backups), backups);
  } finally {
    await opened.stop();
  }
}

async function backUpExternal(config: External): Promise<void> {
  const { filesBackup } = config;
  if (filesBackup === undefined)
    throw new StartRefusal(
      'DATABASE_URL is set: back up that PostgreSQL on its machine with deploy/pgbackrest.sh backup (docs/operating.md).',
      'For the receipts and the secret, name a place with BACKUP_PLACE and run npm run backup again.',
    );
  refuseInsideData(filesBackup, config);
  await ensureWritable(filesBackup);
  const { backUpReceiptsAndSecret } = await import('./external.ts');
  console.log(await backUpReceiptsAndSecret(config, filesBackup));
}

function backupOf({ backup, dataDir }: ReadConfig): BackupConfig {
  if (backup === undefined) throw new StartRefusal('Backups are off: BACKUP_PLACE=off.');
  if (!hasEmbedded(dataDir))
    throw new StartRefusal(`There is no database in ${dataDir}. Name the folder of the installation with DATA_DIR.`);
  return backup;
}

type Opened = FoundEmbedded & { stop(): Promise<void> };

/** The running server stores the log; if none is running, this process does. */
async function openInstallation(config: ReadConfig, backups: Backups, log: Log): Promise<Opened> {
  const running = await findRunning(config.dataDir);
  if (running !== null) return { ...running, stop: async () => undefined };
  const started = await startEmbedded({ dataDir: config.dataDir, log, isArchived: true });
  const { administratorConfig: administrator, directory } = started;
  const receipts = await openReceipts(config);
  const continuous = storeContinuously({ ...backups, administrator, directory, receipts, log, onGap: () => undefined });
  const stop = async () => {
    await continuous.stop();
    await started.stop();
    await continuous.storeLast();
  };
  return { ...started, stop };
}

type Backed = Pick<Config, 'dataDir' | 'receiptsS3'> & Pick<ReadConfig, 'appSecret'> & { backup: BackupConfig };

async function backUp(config: Backed, opened: FoundEmbedded, { place, packer }: Backups): Promise<Base> {
  const { administratorConfig: administrator, directory } = opened;
  const now = new Date();
  const client = clientOf(administrator);
  await client.connect();
  try {
    const installation = { administrator, directory, secret: findAppSecret(config) };
    const base = await makeBaseBackup({ installation, place, packer, now });
    const copy = { place, packer, store: await openReceipts(config) };
    await copyReceipts(await listKnownReceipts(client), await storedReceipts(place), copy);
    const isContinued = await findContinuedByDatabase(client);
    await deleteOld({ place, client, days: config.backup.days, now: new Date(), isContinued });
    await remember(client, 'last_backup_at', new Date(base.completeAt));
    return base;
  } finally {
    await client.end();
  }
}

function printSummary({ id, parts, completeAt }: Base, { place, packer }: Backups): void {
  const megabytes = (parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2).toFixed(1);
  const protection = packer.suffix.endsWith('.age') ? 'encrypted' : 'not encrypted';
  console.log(`Backup ${id} is complete: ${megabytes} MB in ${join(place.name, 'bases', id)}, ${protection}.`);
  console.log(`Every moment from ${completeAt} on can be restored: npm run restore -- --to "…"`);
}

async function makeKey(file: string | undefined): Promise<void> {
  if (file === undefined) throw new StartRefusal('Name a file for the private key: npm run backup -- --new-key FILE');
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  try {
    writeFileSync(file, `${identity}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST', 'EACCES', 'ENOENT', 'EROFS')) throw error;
    throw new StartRefusal(`The private key could not be written to ${file}: ${error.message}.`);
  }
  console.log(`The private key is in ${file}. Keep it away from this machine: without it no backup can be restored.`);
  console.log(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
}
