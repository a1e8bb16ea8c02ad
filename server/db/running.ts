// The embedded database of a DATA_DIR, from another process than the one that runs it.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readLock } from './cluster/process-table.ts';
import type { Embedded } from './embedded.ts';

export type FoundEmbedded = Pick<Embedded, 'ownerConfig' | 'administratorConfig' | 'directory'>;

export const hasEmbedded = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres'));

/** Null if no server runs there. */
export async function findRunning(dataDir: string): Promise<FoundEmbedded | null> {
  const place = join(dataDir, 'postgres');
  const host = readLock(place)?.socketFolder;
  if (host === undefined) return null;
  const address = { host, port: 5432, database: 'daybook' };
  const ownerConfig = { ...address, user: 'daybook_owner' };
  const client = new pg.Client(ownerConfig);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { ownerConfig, administratorConfig: { ...address, user: 'postgres' }, directory: realpathSync(place) };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
