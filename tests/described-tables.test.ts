// Every table is described once, for the archive of a company and for the file of personal data; the description is compared with the
// catalog of the database and with docs/archive.md. Where the personal data is in its file: tests/api/personal-data.test.ts.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvName, queryOn, readArchivedTables } from '#server/archive/tables.ts';
import { tableDescriptions } from '#server/db/described-tables.ts';
import { cloneDatabase, type TestDatabase } from './support/database.ts';
import { readText } from './support/sources.ts';

let clone: TestDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  superuser = new pg.Client(clone.superuserConfig);
  await superuser.connect();
});

afterAll(async () => {
  await superuser.end();
  await clone.drop();
});

describe('the description of the tables', () => {
  test('has every table, so that each is in the archive of a company or has a reason not to be', async () => {
    const tables = await tablesIn(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and relname <> 'schema_migrations'
      and obj_description(oid) is distinct from 'for the previous release'`);
    expect(tableDescriptions.map(({ name }) => name).sort()).toEqual(tables);
  });

  test('lists a table of the archive after those that it refers to', async () => {
    const { rows } = await superuser.query<{ table: string; referred: string }>(
      `select distinct conrelid::regclass::text as table, confrelid::regclass::text as referred
       from pg_constraint where contype = 'f' and conrelid <> confrelid`,
    );
    const order = tableDescriptions.filter(({ archive }) => archive === 'rows').map(({ name }) => name);
    const early = rows.filter(
      ({ table, referred }) => order.includes(table) && order.indexOf(referred) >= order.indexOf(table),
    );
    expect(early).toEqual([]);
    const notArchived = rows.filter(({ table, referred }) => order.includes(table) && !order.includes(referred));
    expect(notArchived).toEqual([]);
  });

  test('names the columns of JSON that contain ids of people', async () => {
    for (const { name, idsOfPeopleIn = [] } of tableDescriptions) {
      const { rows } = await superuser.query<{ column: string }>(
        `select column_name as column from information_schema.columns
         where table_schema = 'public' and table_name = $1 and data_type = 'jsonb'`,
        [name],
      );
      expect(rows.map(({ column }) => column)).toEqual(expect.arrayContaining([...idsOfPeopleIn]));
    }
  });

  test('is that of docs/archive.md, with the columns of each table', async () => {
    const page = readText('docs/archive.md');
    const documented = page.split('\n').filter((line) => line.startsWith('| `'));
    const archived = (await readArchivedTables(queryOn(superuser))).map(
      ({ name, columns }) => `| \`${csvName(name)}\` | ${columns.map((column) => `\`${column}\``).join(' ')} |`,
    );
    for (const line of archived)
      expect(documented.map((one) => one.replace(/^(\| `[^`]*` \|) [^|]* \|/, '$1'))).toContain(line);
    for (const { name, archive } of tableDescriptions)
      if (archive !== 'rows') expect(documented).toContain(`| \`${name}\` | ${archive.slice('not in it: '.length)} |`);
  });
});

async function tablesIn(query: string): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(query);
  return rows.map(({ name }) => name).sort();
}
