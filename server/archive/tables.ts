// The tables of an archive with their columns, read from the catalog of the database: a new column is exported and imported without
// a change here. Only people are described by hand, because an account belongs to its person, not to the company.

import pg, { type ClientBase } from 'pg';
import { tableDescriptions } from '../db/described-tables.ts';

export type ArchivedTable = {
  name: string;
  columns: readonly string[];
  /** Columns that refer to people. */
  people: readonly string[];
  /** Columns of text or JSON that contain ids of people. */
  idsOfPeopleIn: readonly string[];
  primaryKey: readonly string[];
};

export const usersColumns = ['id', 'name', 'email', 'locale', 'created_at', 'closed_at'] as const;

const described = tableDescriptions.filter(({ archive }) => archive === 'rows');

export const archivedNames: readonly string[] = described.map(({ name }) => name);

export const csvName = (table: string): string => `tables/${table}.csv`;

/** Runs a statement in the transaction of an export or import. */
export type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<{ rows: Row[] }>;

export const queryOn =
  (client: ClientBase): Query =>
  (text, values = []) =>
    client.query(text, [...values]);

type ColumnRow = { table: string; column: string; isPerson: boolean; keyPosition: number | null };

/** In the order of their import. */
export async function readArchivedTables(query: Query): Promise<ArchivedTable[]> {
  const { rows } = await query<ColumnRow>(
    `select c.relname as table, a.attname as column, array_position(i.indkey::int2[], a.attnum) as "keyPosition",
       a.attname <> 'company_id' and exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
         and k.confrelid in ('users'::regclass, 'members'::regclass) and a.attnum = any(k.conkey)) as "isPerson"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [archivedNames],
  );
  return described.map(({ name, idsOfPeopleIn = [] }) => {
    const columns = rows.filter(({ table }) => table === name);
    const keys = columns.filter(({ keyPosition }) => keyPosition !== null);
    return {
      name,
      columns: name === 'users' ? usersColumns : columns.map(({ column }) => column),
      people: columns.filter(({ isPerson }) => isPerson).map(({ column }) => column),
      idsOfPeopleIn,
      primaryKey: keys.sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0)).map(({ column }) => column),
    };
  });
}

/** The rows of the company, always in the same order, so that equal tables have equal files. */
export function rowsQuery({ name, columns, primaryKey }: ArchivedTable, companyId: string): string {
  const company = pg.escapeLiteral(companyId);
  if (name === 'users')
    return `select id, name, email, settings ->> 'locale' as locale, created_at, closed_at from users
      where id in (select user_id from members where company_id = ${company}) order by id`;
  const owner = name === 'companies' ? 'id' : 'company_id';
  return `select ${columnList(columns)} from ${name} where ${owner} = ${company} order by ${columnList(primaryKey)}`;
}

/** Quoted: some are words of SQL. */
export const quoted = (column: string): string => pg.escapeIdentifier(column);

export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** The column of a staged table with a number for each row of the file, from 1 on. */
export const rowNumber = 'archive_row';
