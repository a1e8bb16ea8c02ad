// The database of an installation with its backups: continuous ones and the daily base backup. They run in the process that owns the
// embedded database, and only the first start loads what they need.

import type { BackupConfig } from '../config/backups.ts';
import type { ReadConfig } from '../config/config.ts';
import { type DatabaseSource, type EmbeddedPlace, openSource } from '../db/open.ts';
import type { Log } from '../log.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import { refuseInsideData, refuseLostDatabase } from './claim.ts';
import { storeContinuously } from './continuous.ts';
import { backUpDaily } from './daily.ts';
import { type Backups, openBackups } from './open.ts';

type Options = Pick<ReadConfig, 'database' | 'dataDir' | 'appSecret' | 'receiptsS3' | 'backup'> &
  Partial<Pick<ReadConfig, 'workers'>>;

/** Like openSource; its stop() also ends the backups, and stores what PostgreSQL wrote last. */
export async function openBackedUp(config: Options, log: Log): Promise<DatabaseSource> {
  const { backup, dataDir } = config;
  if (backup === undefined) return openSource(config, log);
  refuseInsideData(backup, config);
  const opened = await openBackups(backup);
  await refuseLostDatabase(opened.place, dataDir);
  const source = await openSource(config, log);
  const { embedded } = source;
  if (embedded === null) return source;
  try {
    const backups = await startBackups({ ...config, backup, opened }, embedded, log);
    const stop: DatabaseSource['stop'] = async (mode) => {
      await backups.stop();
      await source.stop(mode);
      await backups.storeLast();
    };
    return { ...source, stop };
  } catch (error) {
    await source.stop();
    throw error;
  }
}

async function startBackups(
  config: Pick<Options, 'dataDir' | 'receiptsS3'> & { backup: BackupConfig; opened: Backups },
  { administratorConfig: administrator, directory }: EmbeddedPlace,
  log: Log,
) {
  const { place, packer } = config.opened;
  const daily = backUpDaily({ place, hasDrill: config.backup.drill, log });
  const receipts = await openReceipts(config);
  const parts = { place, packer, administrator, directory, receipts, log };
  const continuous = storeContinuously({ ...parts, onGap: daily.request });
  const stop = async () => {
    await Promise.all([daily.stop(), continuous.stop()]);
  };
  return { stop, storeLast: continuous.storeLast };
}
