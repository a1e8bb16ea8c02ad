// One PostgreSQL for all mutants of a run, with the migrated database that the test files copy. A mutant of the database changes that
// one; afterwards it is copied again from a second one, which nothing changes.

import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { addressOf, startTestCluster } from '#tests/support/cluster.ts';

export type MutantDatabase = {
  host: string;
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Back to how it was migrated; also deletes the databases of test files that were ended. */
  reset(isChanged: boolean): Promise<void>;
  stop(): Promise<void>;
};

const migrated = 'daybook';
const unchanged = 'daybook_unchanged';

export async function startMutantDatabase(): Promise<MutantDatabase> {
  const cluster = await startTestCluster();
  const as = async <Row extends pg.QueryResultRow>(database: string, statement: string): Promise<Row[]> => {
    const client = new pg.Client(addressOf(cluster.host, database, 'postgres'));
    await client.connect();
    return client
      .query<Row>(statement)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  const copy = (from: string, to: string) =>
    as('postgres', `create database ${to} template ${from} strategy file_copy owner daybook_owner`);
  try {
    await migrate({ owner: addressOf(cluster.host, migrated, 'daybook_owner') });
    await copy(migrated, unchanged);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return {
    host: cluster.host,
    query: (statement) => as(migrated, statement),
    reset: async (isChanged) => {
      const left = await as<{ name: string }>(
        'postgres',
        `select datname as name from pg_database where datname like 'test\\_%'`,
      );
      for (const { name } of left) await as('postgres', `drop database ${name} with (force)`);
      if (!isChanged) return;
      await as('postgres', `drop database ${migrated} with (force)`);
      await copy(unchanged, migrated);
    },
    stop: cluster.stop,
  };
}
