// The restore drill: restores the newest base backup into a temporary database, compares the hashes of all tables with those that were
// taken when it was made, verifies every receipt, and deletes the copy.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { chooseBase } from './choose-base.ts';
import type { Base } from './manifest.ts';
import type { Unpacker } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { restoreCluster } from './restore-cluster.ts';
import { refuseWithoutSpace } from './restore-folder.ts';
import { restoreReceipts } from './restore-receipts.ts';
import { clientOf, differences, hashTables } from './table-hashes.ts';

type Drill = {
  place: BackupPlace;
  unpack: Unpacker;
  /** For the temporary database; created and deleted. */
  folder: string;
  log: Log;
};

export type DrillResult = { base: Base; problems: string[] };

export async function restoreDrill({ place, unpack, folder, log }: Drill): Promise<DrillResult> {
  const target = { kind: 'base' } as const;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o711 });
  try {
    await refuseWithoutSpace(folder, (await chooseBase({ place, unpack, target })).base);
    const { base, embedded } = await restoreCluster({ place, unpack, target, folder, isArchived: false, log });
    const client = clientOf(embedded.administratorConfig);
    try {
      await client.connect();
      const tables = differences(base.tables, await hashTables(client));
      const receipts = await restoreReceipts({ place, unpack, store: discarding, client });
      return { base, problems: [...tables, ...receipts] };
    } finally {
      await client.end();
      await embedded.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Receipts are read and verified, but not written. */
export const discarding: Pick<ReceiptStore, 'write'> = { write: async () => undefined };

export const drillFolder = (dataDir: string): string => join(dataDir, 'restore-drill');
