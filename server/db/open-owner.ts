// The database of an installation for a program of the operator, as the owner of its schema: that of DATABASE_URL, of a running
// server's embedded database, or of one that is started for the program.

import type { ClientConfig } from 'pg';
import type { ReadConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { StartRefusal } from '../start-refusal.ts';
import { startEmbedded } from './embedded.ts';
import { findRunning, hasEmbedded } from './running.ts';

export type OpenedOwner = {
  owner: ClientConfig;
  /** May use amcheck; of a PostgreSQL that is not ours, the owner. */
  administrator: ClientConfig;
  stop(): Promise<void>;
};

type OwnerConfig = Pick<ReadConfig, 'database' | 'dataDir' | 'backup'>;

/** `command` is what the operator typed. */
export async function openOwner({ database, dataDir, backup }: OwnerConfig, command: string): Promise<OpenedOwner> {
  const external = database && { connectionString: database.directUrl ?? database.url };
  if (external) return { owner: external, administrator: external, stop: async () => undefined };
  const running = await findRunning(dataDir);
  if (running)
    return { owner: running.ownerConfig, administrator: running.administratorConfig, stop: async () => undefined };
  if (!hasEmbedded(dataDir))
    throw new StartRefusal(
      `There is no database in ${dataDir}. Name the folder of the installation: DATA_DIR=… ${command}`,
    );
  const isArchived = backup !== undefined;
  const started = await startEmbedded({ dataDir, log: createLog('error'), isArchived });
  return { owner: started.ownerConfig, administrator: started.administratorConfig, stop: started.stop };
}
