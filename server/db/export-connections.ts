// Connections for long exports: a few at most, so that quick requests never wait for one. Each runs one transaction; `copy`
// streams rows within it.

import type { CompiledQuery, Kysely, PostgresPool } from 'kysely';
import type { PoolClient } from 'pg';
import type { ConnectionSource } from './connection-source.ts';
import { type CopiedRows, copyOut, copyOutCsv } from './copy-out.ts';
import type { Database } from './schema.ts';
import { sequentialTransactions, type Transact } from './transact.ts';

export type ExportConnection = {
  /** On one of the export connections. */
  transact: Transact;
  /** Within the running transaction. Aborting `signal` closes its connection. */
  copy(query: CompiledQuery, signal: AbortSignal): AsyncGenerator<string[]>;
  /** The same in the CSV format. */
  copyCsv(query: string, signal: AbortSignal): AsyncGenerator<CopiedRows>;
};

export function openExportConnection(
  pool: ConnectionSource,
  kyselyOver: (pool: PostgresPool) => Kysely<Database>,
): ExportConnection {
  let current: PoolClient | undefined;
  const connect = async () => {
    current = await pool.connect();
    return current;
  };
  const inTransaction = () => {
    if (!current) throw new Error('Rows can be copied only within a transaction.');
    return current;
  };
  return {
    transact: sequentialTransactions(kyselyOver({ connect, end: async () => undefined, options: pool.options })),
    copy: (query, signal) => copyOut(inTransaction(), query, signal),
    copyCsv: (query, signal) => copyOutCsv(inTransaction(), query, signal),
  };
}
