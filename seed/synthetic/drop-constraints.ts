// Drops secondary indexes, foreign keys, the exclusion constraint, triggers and row-level security of the large tables while
// millions of rows are loaded. Afterwards all are restored from their definitions in the catalog, which checks every row.
// Everything happens in the transaction of the load: nobody sees the intermediate state, and a failed load changes nothing.

import type { Client } from 'pg';

type Statement = { statement: string };

/** Tables that are so large that their indexes and constraints would slow down the load. */
const large = ['worklogs', 'worklog_events'] as const;
/** COPY is refused if row-level security applies to the role that copies; in these tables it is forced for the owner. */
const forcedSecurity = [
  'companies',
  'members',
  'projects',
  'project_managers',
  'project_workers',
  'tasks',
  ...large,
] as const;

/** Drops the constraints and returns the function that restores them; `report` receives each restored one. */
export async function dropConstraints(client: Client, report: (step: string) => void): Promise<() => Promise<void>> {
  const indexes = await statements(
    client,
    `select pg_get_indexdef(i.indexrelid) as statement from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)
     order by i.indexrelid`,
  );
  const constraints = await statements(
    client,
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
     from pg_constraint where conrelid = any($1::regclass[]) and contype in ('f', 'x') order by contype desc, oid`,
  );
  const drops = await statements(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where conrelid = any($1::regclass[]) and contype in ('f', 'x')
     union all
     select format('drop index %s', i.indexrelid::regclass) from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)`,
  );
  await run(client, drops);
  for (const table of large) await client.query(`alter table ${table} disable trigger user`);
  for (const table of forcedSecurity) await client.query(`alter table ${table} no force row level security`);
  return async () => {
    await run(client, [...indexes, ...constraints], (statement) => report(statement.slice(0, maxLoggedLength)));
    for (const table of large) await client.query(`alter table ${table} enable trigger user`);
    for (const table of forcedSecurity) await client.query(`alter table ${table} force row level security`);
  };
}

async function statements(client: Client, text: string): Promise<string[]> {
  const { rows } = await client.query<Statement>(text, [large]);
  return rows.map(({ statement }) => statement);
}

const maxLoggedLength = 90;

async function run(client: Client, texts: readonly string[], report?: (statement: string) => void): Promise<void> {
  for (const text of texts) {
    await client.query(text);
    report?.(text);
  }
}
