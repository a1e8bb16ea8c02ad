// Where transactions take their connections from: a pool, measured if there is an observer.

import type { Pool, PoolClient } from 'pg';

/** What is measured of the database's use. */
export type DatabaseObserver = {
  /** How long a transaction waited for a connection of this pool. */
  waited(pool: string, seconds: number): void;
  /** A report was read from the primary, although there is a replica. */
  fellBack(reason: 'lag' | 'failure'): void;
};

/** A pool, as far as transactions need it. */
export type ConnectionSource = { connect(): Promise<PoolClient>; end(): Promise<void>; options: Pool['options'] };

export function observed(pool: Pool, observer: DatabaseObserver | undefined): ConnectionSource {
  if (!observer) return pool;
  const name = poolNameOf(pool);
  const connect = async () => {
    const startedAt = performance.now();
    const client = await pool.connect();
    observer.waited(name, (performance.now() - startedAt) / 1_000);
    return client;
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

/** The second word of the name that PostgreSQL shows: `daybook files` is the pool `files`. */
export const poolNameOf = ({ options }: Pool): string => options.application_name?.split(' ')[1] ?? 'requests';
