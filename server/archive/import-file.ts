// Imports the archive of a company in one transaction: everything or nothing, also when the process is killed. Nobody sees the company
// before the commit. The precomputed sums are computed from the worklogs at the end.

import type { Client } from 'pg';
import { readMigrations } from '../db/migration-files.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { StartRefusal } from '../start-refusal.ts';
import { type Insertion, insertStaged } from './insert-rows.ts';
import type { ArchiveMeta } from './meta.ts';
import { type PlacedPeople, placePeople } from './people.ts';
import { type ReadArchive, readArchive } from './read-archive.ts';
import { storeReceipts } from './receipt-files.ts';
import { type StagedTable, stageTable } from './stage.ts';
import { columnList, csvName, queryOn, quoted, readArchivedTables } from './tables.ts';
import { chooseTarget, type ImportTarget } from './target.ts';

type Import = {
  client: Client;
  receipts: ReceiptStore;
  file: string;
  /** Id or name of an empty company. */
  into?: string | undefined;
  /** Called after each step. */
  report?: (step: string) => void;
};

export type Imported = { companyId: string; meta: ArchiveMeta; people: PlacedPeople };

export async function importCompany(options: Import): Promise<Imported> {
  const archive = await readArchive(options.file);
  const stored: string[] = [];
  let target: ImportTarget | undefined;
  const { client, receipts } = options;
  try {
    await refuseOtherSchema(client, options.file, archive.meta);
    await client.query('begin');
    target = await chooseTarget(client, archive.meta, options.into);
    const people = await importTables(options, archive, target);
    await storeReceipts({ ...options, archive, store: receipts, companyId: target.id }, stored);
    await client.query('commit');
    return { companyId: target.id, meta: archive.meta, people };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    for (const name of target ? stored : [])
      await receipts.remove({ companyId: target?.id ?? '', name }).catch(() => undefined);
    throw error;
  } finally {
    archive.close();
  }
}

/** An older archive is imported: columns that it lacks get their default. */
async function refuseOtherSchema(client: Client, file: string, { schema }: ArchiveMeta): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from schema_migrations');
  const here = rows[0]?.name ?? '';
  if (here !== readMigrations().at(-1)?.name)
    throw new StartRefusal('The database is of another version than this program: start Daybook once, then import.');
  if (schema > here)
    throw new StartRefusal(`${file} is from a newer version (${schema}). Update this one first: npm run upgrade.`);
}

async function importTables(options: Import, archive: ReadArchive, target: ImportTarget): Promise<PlacedPeople> {
  const { client, file, report = () => undefined } = options;
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'`);
  const tables = (await readArchivedTables(queryOn(client))).filter(({ name }) => name in archive.meta.tables);
  const staging = { client, archive, file };
  const [users, companies, ...others] = tables;
  if (!users || !companies) throw new Error('An archive begins with people and companies.');
  const people = await placePeople(client, await stageTable(staging, users));
  const insertion: Insertion = {
    client,
    file,
    from: archive.meta.company.id,
    to: target.id,
    arePeopleMapped: people.areMapped,
  };
  const company = await stageTable(staging, companies);
  await writeCompany(insertion, company, target);
  for (const table of others)
    await importTable(insertion, await stageTable(staging, table), { target, archive, report });
  await client.query(
    `update companies set "overlaps" = s."overlaps" from ${company.staged} s where companies.id = $1`,
    [target.id],
  );
  await client.query('select rebuild_sums($1)', [target.id]);
  await client.query('analyze day_sums, month_sums');
  report('sums');
  return people;
}

type Place = { target: ImportTarget; archive: ReadArchive; report: (step: string) => void };

async function importTable(
  insertion: Insertion,
  table: StagedTable,
  { target, archive, report }: Place,
): Promise<void> {
  // The members of the company that is imported into stay in it, with their role.
  const isShared = target.exists && table.name === 'members';
  const inserted = await insertStaged(insertion, table, isShared ? 'on conflict do nothing' : '');
  const expected = archive.meta.tables[table.name]?.rows;
  if (inserted !== expected && !isShared)
    throw new StartRefusal(
      `${insertion.file}: ${csvName(table.name)} has ${inserted} rows instead of ${expected}. Export the company again.`,
    );
  await insertion.client.query(`drop table ${table.staged}`);
  // Without statistics the foreign keys of the next tables use a wrong index, and the first requests would be slow.
  if (inserted > 1_000) await insertion.client.query(`analyze ${table.name}`);
  report(`${table.name}: ${inserted}`);
}

/**
 * Overlaps are allowed until all worklogs are there: those of an archive were checked when they were written, under the policy of
 * that time.
 */
async function writeCompany(
  { client, file, from, to }: Insertion,
  table: StagedTable,
  { exists }: ImportTarget,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`select id from ${table.staged} limit 2`);
  if (rows.length !== 1 || rows[0]?.id !== from)
    throw new StartRefusal(
      `${file}: ${csvName('companies')} must have one row, that of ${from}. Export the company again.`,
    );
  const columns = table.columns.filter((column) => column !== 'id');
  const valueFor = (column: string) =>
    column === 'overlaps'
      ? `'flag'`
      : column === 'seats' && exists
        ? 'greatest(c.seats, s.seats)'
        : `s.${quoted(column)}`;
  const statement = exists
    ? `update companies c set ${columns.map((column) => `${quoted(column)} = ${valueFor(column)}`).join(', ')} from ${table.staged} s where c.id = $1`
    : `insert into companies (id, ${columnList(columns)}) select $1, ${columns.map(valueFor).join(', ')} from ${table.staged} s`;
  await client.query(statement, [to]);
}
