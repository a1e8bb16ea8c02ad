// When the newest base backup of the embedded database began.

import { Gauge, type Registry } from 'prom-client';
import { listManifests, startOfBase } from '../backup/manifest.ts';
import { openPlace } from '../backup/open.ts';
import type { Config } from '../config/config.ts';

export type BackupSettings = Pick<Config, 'database' | 'backup'>;

/** Undefined if Daybook makes no backups: they are off, or the PostgreSQL is the operator's own. Null if there is none yet. */
export async function lastBackupAt({ database, backup }: BackupSettings): Promise<Date | null | undefined> {
  if (database !== undefined || backup === undefined) return undefined;
  const last = (await listManifests(await openPlace(backup.place))).at(-1);
  return last === undefined ? null : startOfBase(last.id);
}

/** Listing a bucket costs money: not each time that Prometheus reads. */
const readAgainMs = 300_000;

export function watchBackups(registry: Registry, config: BackupSettings): () => Promise<void> {
  if (config.database !== undefined || config.backup === undefined) return async () => undefined;
  const gauge = new Gauge({
    name: 'daybook_last_backup_timestamp_seconds',
    help: 'When the newest base backup began, in seconds since 1970; 0 if there is none.',
    registers: [registry],
  });
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt < readAgainMs) return;
    readAt = performance.now();
    // While the place is unavailable, the last known time stays.
    const at = await lastBackupAt(config).catch(() => undefined);
    if (at !== undefined) gauge.set((at?.getTime() ?? 0) / 1_000);
  };
}
