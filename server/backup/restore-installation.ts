// A complete restore into an empty folder: database, secret, receipts, and the accounts that were closed since the moment, which are
// closed again. The doctor examines everything before the folder becomes an installation.

import { closeAgain } from '../account/close-again.ts';
import type { Config, ReadConfig } from '../config/config.ts';
import { openDatabase, openPool } from '../db/connect.ts';
import { examineAll } from '../doctor/examine-all.ts';
import type { Log } from '../log.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import { findAppSecret } from '../secrets/app-secret.ts';
import { StartRefusal } from '../start-refusal.ts';
import { chooseBase, type RestoreSource } from './choose-base.ts';
import { readErasures } from './erasures.ts';
import type { BackupPlace } from './place.ts';
import { rememberRestore } from './remembered.ts';
import { type Restored, restoreCluster } from './restore-cluster.ts';
import { prepareFolder, publishFolder, refuseWithoutSpace } from './restore-folder.ts';
import { restoreReceipts } from './restore-receipts.ts';
import { clientOf } from './table-hashes.ts';

type Request = RestoreSource & {
  /** The new DATA_DIR. */
  into: string;
  config: ReadConfig;
  /** Whether to restore everything else if receipts are lost. */
  acceptsLoss: boolean;
  log: Log;
};

/** Whether the doctor found nothing. */
export async function restoreInstallation(request: Request): Promise<boolean> {
  const { into } = request;
  const { base } = await chooseBase(request);
  const folder = await prepareFolder(into);
  await refuseWithoutSpace(folder, base);
  const restored = await restoreCluster({ ...request, folder, isArchived: true });
  try {
    const isSound = await complete(request, restored, folder);
    await restored.embedded.stop();
    await publishFolder(into);
    return isSound;
  } finally {
    await restored.embedded.stop();
  }
}

async function complete(request: Request, { embedded }: Restored, folder: string): Promise<boolean> {
  const found = { ...request.config, dataDir: folder };
  const config = { ...found, appSecret: findAppSecret(found) ?? '' };
  const client = clientOf(embedded.administratorConfig);
  const pool = openPool({ ...embedded.ownerConfig, application_name: 'daybook restore', max: 2 });
  try {
    await client.connect();
    const { place, unpack } = request;
    const lost = await restoreReceipts({ place, unpack, store: await openReceipts(config), client });
    reportLost(lost, request.acceptsLoss);
    await eraseAgain(embedded, config, place);
    await rememberRestore(client);
    return await examineAll(pool, embedded.administratorConfig, config);
  } finally {
    await Promise.all([client.end(), pool.end()]);
  }
}

export function reportLost(lost: readonly string[], isAccepted: boolean): void {
  if (lost.length > 0 && !isAccepted)
    throw new StartRefusal(
      ...lost,
      `${lost.length} receipts cannot be restored. To restore everything else: --without-lost-receipts`,
    );
  for (const one of lost) console.log(`Not restored: ${one}`);
}

type Addresses = Pick<Restored['embedded'], 'appConfig' | 'ownerConfig'>;

/** Accounts that were closed after the restored moment. */
export async function eraseAgain({ appConfig, ownerConfig }: Addresses, config: Config, place: BackupPlace) {
  const database = openDatabase({ owner: ownerConfig, app: appConfig });
  try {
    const { closed, withoutAdmin } = await closeAgain(database.app, config, await readErasures(place));
    if (closed > 0) console.log(`${closed} accounts that were closed after this moment were closed again.`);
    for (const company of withoutAdmin)
      console.log(`Company ${company} has no active admin: the closed account was its only one at this moment.`);
  } finally {
    await database.close();
  }
}
