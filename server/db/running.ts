// The embedded database of a server that is running in DATA_DIR, for the programs of the operator.

import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { readLock } from './cluster/process-table.ts';
import { openPool } from './connect.ts';

/** The address of its owner; null if it is stopped. */
export async function findRunning(dataDir: string): Promise<ClientConfig | null> {
  const host = readLock(join(dataDir, 'postgres'))?.socketFolder;
  if (host === undefined) return null;
  const owner = { host, port: 5432, database: 'daybook', user: 'daybook_owner' };
  const pool = openPool({ ...owner, max: 1 });
  try {
    await pool.query('select 1');
    return owner;
  } catch {
    return null;
  } finally {
    await pool.end();
  }
}
