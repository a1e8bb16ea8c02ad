// Long reads on connections of their own: a few at most, so that whoever waits for a quick answer never waits for them.
// Each is one transaction; `copy` writes out rows inside of it.

import type { CompiledQuery, Kysely, PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { copyOut } from './copy-out.ts';
import type { Database } from './schema.ts';
import { type Transact, transactionsInTurn } from './transact.ts';

export type Apart = {
  /** On a connection of the few. */
  transact: Transact;
  /** In the transaction that is running. Ended with its connection when `signal` says so. */
  copy(query: CompiledQuery, signal: AbortSignal): AsyncGenerator<string[]>;
};

export function openApart(pool: Pool, kyselyOver: (pool: PostgresPool) => Kysely<Database>): Apart {
  let current: PoolClient | undefined;
  const connect = async () => {
    current = await pool.connect();
    return current;
  };
  return {
    transact: transactionsInTurn(kyselyOver({ connect, end: async () => undefined, options: pool.options })),
    copy: (query, signal) => {
      if (!current) throw new Error('Rows are copied inside of a transaction only.');
      return copyOut(current, query, signal);
    },
  };
}
