// When the installation was last backed up, and when a restore was last tried. The newest base backup of the embedded database is found
// in its place; the rest is remembered by the database.

import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { listManifests, startOfBase } from '../backup/manifest.ts';
import { openPlace } from '../backup/open.ts';
import { readRemembered } from '../backup/remembered.ts';
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

export function watchBackups(registry: Registry, config: BackupSettings, pool: Pool): () => Promise<void> {
  const gauges = createGauges(registry);
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt < readAgainMs) return;
    readAt = performance.now();
    // While the place or the database is unavailable, the last known time stays.
    const [inPlace, remembered] = await Promise.all([
      lastBackupAt(config).catch(() => undefined),
      readRemembered(pool).catch(() => null),
    ]);
    const isOwn = config.database !== undefined;
    if (inPlace !== undefined) gauges.base(inPlace?.getTime() ?? 0);
    if (remembered === null) return;
    const { databaseAt, filesAt, drillAt } = remembered;
    if (isOwn && databaseAt !== null) gauges.base(databaseAt.getTime());
    if (isOwn && filesAt !== null) gauges.files(filesAt.getTime());
    if (inPlace !== undefined || (isOwn && databaseAt !== null)) gauges.drill(drillAt.getTime());
  };
}

function createGauges(registry: Registry) {
  const of = (name: string, help: string) => {
    const gauge = new Gauge({ name, help, registers: [registry] });
    // No value until one is known.
    gauge.remove();
    return (at: number) => gauge.set(at / 1_000);
  };
  return {
    base: of(
      'daybook_last_backup_timestamp_seconds',
      'When the newest base backup began, in seconds since 1970; 0 if there is none.',
    ),
    files: of(
      'daybook_last_files_backup_timestamp_seconds',
      'With DATABASE_URL: when the receipts and the secret were last backed up, in seconds since 1970.',
    ),
    drill: of(
      'daybook_last_drill_timestamp_seconds',
      'When the last restore drill succeeded, in seconds since 1970; before the first, when Daybook began to remember it.',
    ),
  };
}
