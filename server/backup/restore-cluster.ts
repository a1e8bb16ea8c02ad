// Restores the database into an empty folder and starts it: base backup, write-ahead log up to the moment, recovery.

import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '../db/embedded.ts';
import { waitUntilWritable } from '../db/recovery.ts';
import type { Log } from '../log.ts';
import { StartRefusal } from '../start-refusal.ts';
import { secretFileOf } from './base-backup.ts';
import { type Chosen, chooseBase, type RestoreSource, type Target } from './choose-base.ts';
import { fetchedFolder, fetchLog, restoreCommand } from './fetch-log.ts';
import type { Base } from './manifest.ts';
import { restoreFiles } from './parts.ts';

export type Restore = RestoreSource & {
  /** A new DATA_DIR, empty. */
  folder: string;
  /** Whether the restored installation continues the backups. */
  isArchived: boolean;
  log: Log;
};

export type Restored = { base: Base; embedded: Embedded };

export async function restoreCluster(restore: Restore): Promise<Restored> {
  const { place, unpack, target, folder, isArchived, log } = restore;
  const chosen = await chooseBase(restore);
  const { base } = chosen;
  const directory = join(folder, 'postgres');
  await restoreFiles({ place, unpack, id: base.id }, base, directory);
  await restoreSecret(restore, base);
  const gap = await fetchLog({ place, unpack, chosen, target, directory });
  await writeFile(join(directory, 'recovery.signal'), '');
  // Ready only when it is recovered: until then it accepts no connections, and an error ends it.
  const recovery = { hot_standby: 'off', restore_command: restoreCommand, recovery_target_action: 'promote' };
  const settings = { ...recovery, ...recoveryTarget(target, chosen) };
  const embedded = await startEmbedded({ dataDir: folder, log, isArchived, settings }).catch((error: unknown) => {
    throw explained(error, restore, chosen, gap);
  });
  await waitUntilWritable(embedded.administratorConfig, log);
  await rm(join(directory, fetchedFolder), { recursive: true });
  return { base, embedded };
}

function recoveryTarget(target: Target, { base, isContinued }: Chosen): Record<string, string> {
  // PostgreSQL follows the newest timeline, unless it must stay on that of the base backup.
  const timeline = isContinued && target.kind !== 'base' ? {} : { recovery_target_timeline: 'current' };
  if (target.kind === 'time') return { ...timeline, recovery_target_time: target.at.toISOString().replace('Z', '+00') };
  if (target.kind === 'base') return { ...timeline, recovery_target_name: base.restorePoint };
  return timeline;
}

async function restoreSecret({ place, unpack, folder }: Restore, { id }: Base): Promise<void> {
  for (const suffix of ['.zst', '.zst.age']) {
    const file = secretFileOf(id, suffix);
    const stored = await place.read(file);
    if (stored === null) continue;
    const secret = await unpack(file, stored).catch((error: unknown) => {
      if (error instanceof StartRefusal) throw error;
      throw new StartRefusal(`${file} in ${place.name} is damaged. Nothing was restored.`);
    });
    await writeFile(join(folder, 'app-secret'), `${secret.toString('utf8').trim()}\n`, { mode: 0o600 });
  }
}

/** PostgreSQL refuses to open a database whose log ends before the moment. */
function explained(error: unknown, { target, folder }: Restore, { base }: Chosen, gap: string | null): unknown {
  if (!(error instanceof StartRefusal) || target.kind !== 'time') return error;
  if (!error.sentences.some((line) => line.includes('recovery ended before configured recovery target'))) return error;
  const log = readFileSync(join(folder, 'postgres.log'), 'utf8');
  const [last] = [...log.matchAll(/last completed transaction was at log time (.*)/g)].slice(-1);
  return new StartRefusal(
    gap ?? `The stored write-ahead log ends before ${target.at.toISOString()}.`,
    `The last change that can be restored is from ${last?.[1] ?? base.completeAt}. Nothing was restored.`,
    'Choose an earlier moment, or restore everything that was stored: without --to.',
  );
}
