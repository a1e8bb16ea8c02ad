// Beside the backup of the operator's own PostgreSQL (deploy/pgbackrest.sh): the receipts, the secret and the closed accounts, in a place
// of their own. After that database was restored, they are brought back, and the doctor examines everything.

import { existsSync, writeFileSync } from 'node:fs';
import type { Client } from 'pg';
import type { BackupConfig } from '../config/backups.ts';
import type { Config, ReadConfig } from '../config/config.ts';
import type { DatabaseConfig } from '../config/providers.ts';
import { openPool } from '../db/connect.ts';
import { openSource } from '../db/open.ts';
import { examineAll } from '../doctor/examine-all.ts';
import type { Log } from '../log.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import { findAppSecret, makeDataDir, secretFile } from '../secrets/app-secret.ts';
import { StartRefusal } from '../start-refusal.ts';
import { claimPlaceFor } from './claim.ts';
import { discarding } from './drill.ts';
import { knownErasures, recordErasures } from './erasures.ts';
import { openBackups } from './open.ts';
import type { Unpacker } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { copyReceipts, listKnownReceipts, storedReceipts } from './receipts.ts';
import { remember, rememberRestore } from './remembered.ts';
import { eraseAgain, reportLost } from './restore-installation.ts';
import { restoreReceipts } from './restore-receipts.ts';
import { clientOf } from './table-hashes.ts';

export type External = ReadConfig & { database: DatabaseConfig };

/** Returns a sentence for the operator. */
export async function backUpReceiptsAndSecret(config: External, backup: BackupConfig): Promise<string> {
  const { place, packer } = await openBackups(backup);
  const copied = await withOwner(config, async (client) => {
    await claimPlaceFor(client, place);
    const store = await openReceipts(config);
    const count = await copyReceipts(await listKnownReceipts(client), await storedReceipts(place), {
      place,
      packer,
      store,
    });
    await recordErasures(client, await knownErasures(place), place, null);
    const secret = findAppSecret(config);
    if (secret !== null) await place.replace(`app-secret${packer.suffix}`, await packer.pack([Buffer.from(secret)]));
    await remember(client, 'last_files_backup_at', new Date());
    return count;
  });
  return `${copied} new receipts, the secret and the closed accounts are in ${place.name}. The database: deploy/pgbackrest.sh backup`;
}

type ReceiptsAndSecretRestore = { place: BackupPlace; unpack: Unpacker; acceptsLoss: boolean; log: Log };

/** Whether the doctor found nothing. */
export async function restoreReceiptsAndSecret(
  config: External,
  { place, unpack, acceptsLoss, log }: ReceiptsAndSecretRestore,
): Promise<boolean> {
  await restoreSecret(config, place, unpack);
  const found: Config = { ...config, appSecret: findAppSecret(config) ?? '' };
  await withOwner(config, async (client) => {
    const lost = await restoreReceipts({ place, unpack, store: await openReceipts(config), client });
    reportLost(lost, acceptsLoss);
  });
  const { owner, app } = await openSource(config, log);
  await eraseAgain({ ownerConfig: owner, appConfig: app }, found, place);
  await withOwner(config, rememberRestore);
  const pool = openPool({ ...owner, application_name: 'daybook restore', max: 2 });
  return examineAll(pool, owner, found).finally(() => pool.end());
}

/** Reads everything that the place has for the database as it is now, and writes nothing. */
export async function verifyReceiptsAndSecret(
  config: External,
  place: BackupPlace,
  unpack: Unpacker,
): Promise<{ problems: string[]; receipts: number }> {
  const secret = await readSecret(place, unpack);
  const isSame = secret !== null && secret === findAppSecret(config);
  const problems = isSame ? [] : [`The secret in ${place.name} is missing, or another one than that of Daybook.`];
  return withOwner(config, async (client) => {
    problems.push(...(await restoreReceipts({ place, unpack, store: discarding, client })));
    return { problems, receipts: (await listKnownReceipts(client)).length };
  });
}

/** One that is there already stays. */
async function restoreSecret(config: External, place: BackupPlace, unpack: Unpacker): Promise<void> {
  const path = secretFile(config.dataDir);
  if (config.appSecret !== undefined || existsSync(path)) return;
  const secret = await readSecret(place, unpack);
  if (secret === null) return;
  makeDataDir(config.dataDir);
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
}

async function readSecret(place: BackupPlace, unpack: Unpacker): Promise<string | null> {
  for (const suffix of ['.zst', '.zst.age']) {
    const stored = await place.read(`app-secret${suffix}`);
    if (stored !== null) return (await unpack(`app-secret${suffix}`, stored)).toString('utf8').trim();
  }
  return null;
}

async function withOwner<T>({ database }: External, work: (client: Client) => Promise<T>): Promise<T> {
  const client = clientOf({ connectionString: database.directUrl ?? database.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string | null }>(`select to_regclass('schema_migrations') as name`);
    if (rows[0]?.name == null)
      throw new StartRefusal(
        'The database of DATABASE_URL has no tables of Daybook. Restore it first: deploy/pgbackrest.sh restore',
      );
    return await work(client);
  } finally {
    await client.end();
  }
}
