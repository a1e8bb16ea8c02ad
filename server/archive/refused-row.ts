// Which staged row violated a constraint. PostgreSQL names only the constraint, because row-level security may hide the row that it
// conflicts with, so the row is searched by its definition.

import pg, { type ClientBase } from 'pg';
import type { StagedTable } from './stage.ts';
import { quoted, rowNumber } from './tables.ts';

type Constraint = { type: string; columns: string[]; refersTo: string | null; referred: string[] };

/** Null if it is not found. */
export async function findRefusedRow(
  { client, to }: { client: ClientBase; to: string },
  table: StagedTable,
  error: unknown,
): Promise<number | null> {
  const name = error instanceof pg.DatabaseError ? error.constraint : undefined;
  const constraint = name === undefined ? undefined : await findConstraint(client, table.name, name);
  if (!constraint?.columns.every((column) => table.columns.includes(column))) return null;
  const query = constraint.type === 'f' ? withoutReferred(table, constraint, to) : repeatedIn(table, constraint);
  const { rows } = await client.query<{ row: string | null }>(query);
  return rows[0]?.row == null ? null : Number(rows[0].row);
}

async function findConstraint(client: ClientBase, table: string, name: string): Promise<Constraint | undefined> {
  const names = (keys: string, relation: string) =>
    `array(select a.attname::text from unnest(${keys}) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number order by place)`;
  const { rows } = await client.query<Constraint>(
    `select contype as type, ${names('conkey', 'conrelid')} as columns, nullif(confrelid, 0)::regclass::text as "refersTo",
       ${names('confkey', 'confrelid')} as referred
     from pg_constraint where conrelid = $1::regclass and conname = $2 and contype in ('f', 'p', 'u')`,
    [table, name],
  );
  return rows[0];
}

function withoutReferred({ staged }: StagedTable, { columns, refersTo, referred }: Constraint, to: string): string {
  const own = columns.filter((column) => column !== 'company_id');
  const isSame = own.map((column) => {
    const other = quoted(referred[columns.indexOf(column)] ?? column);
    return `r.${other} in (s.${quoted(column)}, (select target from archive_people where id::text = s.${quoted(column)}::text))`;
  });
  const inCompany = refersTo === 'companies' ? 'true' : `r.company_id = ${pg.escapeLiteral(to)}`;
  return `select min(${rowNumber}) as row from ${staged} s
    where ${own.map((column) => `s.${quoted(column)} is not null`).join(' and ') || 'true'}
      and not exists (select from public.${refersTo} r where ${[inCompany, ...isSame].join(' and ')})`;
}

const repeatedIn = ({ staged }: StagedTable, { columns }: Constraint): string =>
  `select min(row) as row from (select ${rowNumber} as row,
     row_number() over (partition by ${columns.map(quoted).join(', ')} order by ${rowNumber}) as number from ${staged}) s where number > 1`;
