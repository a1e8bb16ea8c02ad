// Imports the archive of a company in one transaction: everything or nothing, also when the process is killed. Nobody sees the company
// before the commit. The precomputed sums are computed from the worklogs at the end.

import type { ClientBase } from 'pg';
import { readMigrations } from '../db/migration-files.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { StartRefusal } from '../start-refusal.ts';
import { newerVersion, tableRefusal } from './failures.ts';
import { type Insertion, insertStaged } from './insert-rows.ts';
import type { ArchiveMeta } from './meta.ts';
import { type PlacedPeople, placePeople } from './people.ts';
import { type ArchiveLimits, type ReadArchive, readArchive } from './read-archive.ts';
import { storeReceipts } from './receipt-files.ts';
import { type StagedTable, stageTable } from './stage.ts';
import { columnList, csvName, queryOn, quoted, readArchivedTables } from './tables.ts';
import { chooseTarget, type ImportTarget } from './target.ts';

type Import = {
  client: ClientBase;
  receipts: ReceiptStore;
  file: string;
  rules: ImportRules;
  limits?: ArchiveLimits;
  /** Called after each step. */
  report?: (step: string) => void;
};

/** How an import of an operator differs from one of a company admin. All of it is called in the transaction of the import. */
export type ImportRules = {
  chooseTarget(client: ClientBase, meta: ArchiveMeta): Promise<ImportTarget>;
  /** `archive_people` then has for each id of the archive the one here. */
  placePeople(client: ClientBase, users: StagedTable): Promise<PlacedPeople>;
  /** Changes staged rows before they are inserted. */
  prepareRows(client: ClientBase, table: StagedTable): Promise<PreparedTable>;
  /** Columns of a company that exists which the archive does not change, or SQL for their value: `c` is the company, `s` the archive. */
  companyValues: Readonly<Record<string, string>>;
  /** Whether this is a file of the type that its row states. */
  isReceipt(content: Buffer, type: string): Promise<boolean>;
  /** Before the commit. */
  finish(client: ClientBase, meta: ArchiveMeta): Promise<void>;
};

export type PreparedTable = { table: StagedTable; removed: number };

/** Accounts of the installation become members by their address; a new company, or an empty one that is named. */
export const rulesOfOperator = (into?: string): ImportRules => ({
  chooseTarget: (client, meta) => chooseTarget(client, meta, into),
  placePeople,
  prepareRows: async (_client, table) => ({ table, removed: 0 }),
  companyValues: { seats: 'greatest(c.seats, s.seats)' },
  isReceipt: async () => true,
  finish: async () => undefined,
});

export type Imported = { companyId: string; meta: ArchiveMeta; people: PlacedPeople };

export async function importCompany(options: Import): Promise<Imported> {
  const archive = await readArchive(options.file, options.limits);
  const stored: string[] = [];
  let target: ImportTarget | undefined;
  let isCommitting = false;
  const { client, receipts, rules } = options;
  try {
    await refuseOtherSchema(client, options.file, archive.meta);
    await client.query('begin');
    target = await rules.chooseTarget(client, archive.meta);
    const people = await importTables(options, archive, target);
    await storeReceipts(
      { ...options, archive, isReceipt: rules.isReceipt, store: receipts, companyId: target.id },
      stored,
    );
    await rules.finish(client, archive.meta);
    isCommitting = true;
    await client.query('commit');
    return { companyId: target.id, meta: archive.meta, people };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    // A commit that gets no answer may have succeeded; the nightly job deletes the files if it has not.
    for (const name of target && !isCommitting ? stored : [])
      await receipts.remove({ companyId: target?.id ?? '', name }).catch(() => undefined);
    throw error;
  } finally {
    archive.close();
  }
}

/** An older archive is imported: columns that it lacks get their default. */
export async function refuseOtherSchema(client: ClientBase, file: string, { schema }: ArchiveMeta): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from schema_migrations');
  const here = rows[0]?.name ?? '';
  if (here !== readMigrations().at(-1)?.name)
    throw new StartRefusal('The database is of another version than this program: start Daybook once, then import.');
  if (schema > here)
    throw newerVersion(`${file} is from a newer version (${schema}). Update this one first: npm run upgrade.`);
}

async function importTables(options: Import, archive: ReadArchive, target: ImportTarget): Promise<PlacedPeople> {
  const { client, file, rules, report = () => undefined } = options;
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'`);
  const tables = (await readArchivedTables(queryOn(client))).filter(({ name }) => name in archive.meta.tables);
  const staging = { client, archive, file };
  const [users, companies, ...others] = tables;
  if (!users || !companies) throw new Error('An archive begins with people and companies.');
  const people = await rules.placePeople(client, await stageTable(staging, users));
  const insertion: Insertion = {
    client,
    file,
    from: archive.meta.company.id,
    to: target.id,
    arePeopleMapped: people.areMapped,
  };
  const company = await stageTable(staging, companies);
  await writeCompany(insertion, company, { target, rules });
  for (const table of others)
    await importTable(insertion, await stageTable(staging, table), { target, archive, rules, report });
  await client.query(
    `update companies set "overlaps" = s."overlaps" from ${company.staged} s where companies.id = $1`,
    [target.id],
  );
  await client.query('select rebuild_sums($1)', [target.id]);
  await client.query('analyze day_sums, month_sums');
  report('sums');
  return people;
}

type Place = { target: ImportTarget; archive: ReadArchive; rules: ImportRules; report: (step: string) => void };

async function importTable(
  insertion: Insertion,
  staged: StagedTable,
  { target, archive, rules, report }: Place,
): Promise<void> {
  const { table, removed } = await rules.prepareRows(insertion.client, staged);
  // The members of the company that is imported into stay in it, with their role.
  const isShared = target.exists && table.name === 'members';
  const inserted = await insertStaged(insertion, table, isShared ? 'on conflict do nothing' : '');
  const expected = archive.meta.tables[table.name]?.rows;
  if (inserted + removed !== expected && !isShared)
    throw tableRefusal(
      csvName(table.name),
      `${insertion.file}: ${csvName(table.name)} has ${inserted + removed} rows instead of ${expected}. Export the company again.`,
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
  { target: { exists }, rules }: { target: ImportTarget; rules: ImportRules },
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`select id from ${table.staged} limit 2`);
  if (rows.length !== 1 || rows[0]?.id !== from)
    throw tableRefusal(
      csvName('companies'),
      `${file}: ${csvName('companies')} must have one row, that of ${from}. Export the company again.`,
    );
  const columns = table.columns.filter((column) => column !== 'id');
  const valueFor = (column: string) =>
    column === 'overlaps' ? `'flag'` : ((exists ? rules.companyValues[column] : undefined) ?? `s.${quoted(column)}`);
  const statement = exists
    ? `update companies c set ${columns.map((column) => `${quoted(column)} = ${valueFor(column)}`).join(', ')} from ${table.staged} s where c.id = $1`
    : `insert into companies (id, ${columnList(columns)}) select $1, ${columns.map(valueFor).join(', ')} from ${table.staged} s`;
  await client.query(statement, [to]);
}
