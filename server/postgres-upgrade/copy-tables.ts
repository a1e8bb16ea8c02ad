// Copies the rows of every table from one running database to another with the same tables: by COPY into a file, which is moved from
// the data directory of the one server to that of the other. Then the positions of the sequences.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

export type Side = {
  client: Client;
  directory: string;
  /** The data directory as its server names it. */
  name: string;
};

const file = 'daybook-copy';

/** Lists the tables of Daybook and its queue. Generated columns are computed again. */
const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') group by 1 order by 1`;

type Table = { name: string; columns: string };

export async function copyTables(from: Side, to: Side): Promise<void> {
  const { rows: tables } = await from.client.query<Table>(tablesQuery);
  await to.client.query('begin');
  // Neither triggers nor foreign keys: the rows are consistent, and the precomputed sums are among them.
  await to.client.query('set local session_replication_role = replica');
  await to.client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  try {
    for (const { name, columns } of tables) {
      await from.client.query(`copy (select ${columns} from ${name}) to '${from.name}/${file}'`);
      renameSync(join(from.directory, file), join(to.directory, file));
      await to.client.query(`copy ${name} (${columns}) from '${to.name}/${file}'`);
    }
  } finally {
    for (const { directory } of [from, to]) rmSync(join(directory, file), { force: true });
  }
  await to.client.query('commit');
  await copySequences(from.client, to.client);
}

async function copySequences(from: Client, to: Client): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
     where schemaname in ('public', 'graphile_worker')`,
  );
  for (const { name, last } of rows) if (last !== null) await to.query('select setval($1, $2)', [name, last]);
}
