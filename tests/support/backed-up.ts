// An installation with an embedded database that is backed up while people use it, and what it contained at certain moments.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type BackupSource, makeBaseBackup } from '#server/backup/base-backup.ts';
import { folderPlace } from '#server/backup/folder-place.ts';
import type { Base, TableHashes } from '#server/backup/manifest.ts';
import { openPacker } from '#server/backup/pack.ts';
import { findStored } from '#server/backup/segments.ts';
import { openBackedUp } from '#server/backup/start.ts';
import { clientOf, hashTables } from '#server/backup/table-hashes.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { startOn } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { startTestAppOn, type TestApp } from './app.ts';
import { testFolder } from './test-folder.ts';

const log = createLog(process.env.TEST_LOG === '1' ? 'error' : 'silent');

export type BackedUp = {
  /** A folder for everything: the data, the backups, what is restored. */
  home: string;
  backups: string;
  test: TestApp;
  /** Makes a base backup. */
  backUp(): Promise<Base>;
  /** The current moment, and the content of all tables then. */
  moment(): Promise<{ at: Date; tables: TableHashes }>;
  /** Waits until everything written up to now is stored. */
  untilStored(): Promise<void>;
  /** The machine is lost, with its data. */
  lose(): Promise<void>;
  remove(): void;
};

/** `home` and `dataDir`: of an installation that was restored, and stores its backups in the same place. */
export async function startBackedUp(
  recipient?: string,
  home: string = testFolder('backup'),
  dataDir: string = join(home, 'data'),
): Promise<BackedUp> {
  const backups = join(home, 'backups');
  const config = configOf({
    DATA_DIR: dataDir,
    BACKUP_PLACE: backups,
    ...(recipient && { BACKUP_RECIPIENT: recipient }),
  });
  const opened = await openBackedUp(config, log);
  const running = await startOn(opened, config, { log });
  const { embedded } = opened;
  if (embedded === null) throw new Error('The database is not embedded.');
  const administrator = embedded.administratorConfig;
  const test = await startTestAppOn(
    {
      name: 'daybook',
      owner: running.connections.owner,
      app: running.connections.app,
      superuserConfig: administrator,
      drop: async () => undefined,
    },
    { DATA_DIR: dataDir, APP_SECRET: running.appSecret },
  );
  const place = folderPlace(backups);
  const installation: BackupSource = { administrator, directory: embedded.directory, secret: running.appSecret };
  const query = async <Row extends object>(statement: string): Promise<Row[]> => {
    const { rows } = await test.superuser.query<Row>(statement);
    return rows;
  };
  return {
    home,
    backups,
    test,
    backUp: async () => makeBaseBackup({ installation, place, packer: await openPacker(recipient), now: new Date() }),
    moment: async () => {
      const client = clientOf(administrator);
      await client.connect();
      const tables = await hashTables(client);
      await client.end();
      const [row] = await query<{ at: Date }>('select clock_timestamp() as at');
      return { at: row?.at ?? new Date(), tables };
    },
    untilStored: async () => {
      const [row] = await query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
      await vi.waitUntil(() => findStored(place, row?.segment ?? ''), { timeout: 100_000, interval: 50 });
    },
    lose: async () => {
      await running.stop();
      await test.close();
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

export function configOf(environment: Record<string, string>): Config {
  const reading = readConfig({ NODE_ENV: 'test', ...environment });
  if ('problems' in reading) throw new Error(reading.problems.join('\n'));
  return { ...reading.config, appSecret: '' };
}
