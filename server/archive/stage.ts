// The rows of an archive in temporary tables: PostgreSQL reads the CSV and checks types and constraints, so that a refusal names the line,
// and check-values.ts what these allow beyond the product. Nothing of the company is touched yet. The temporary tables are gone with the transaction.

import type { ClientBase } from 'pg';
import { copyInto } from '../db/copy-in.ts';
import { checkValues } from './check-values.ts';
import { newerVersion, refusalOfRows, tableRefusal } from './failures.ts';
import type { ReadArchive } from './read-archive.ts';
import { type ArchivedTable, columnList, csvName, rowNumber } from './tables.ts';

export type Staging = { client: ClientBase; archive: ReadArchive; file: string };

export type StagedTable = ArchivedTable & {
  /** The temporary table. */
  staged: string;
  /** Those of the file; a column that it lacks, because it is from an older version, gets its default. */
  columns: readonly string[];
};

export async function stageTable({ client, archive, file }: Staging, table: ArchivedTable): Promise<StagedTable> {
  const staged = `archive_${table.name}`;
  const { heading, chunks } = await splitHeading(archive.table(table.name));
  const columns = columnsOf(heading, table, file);
  await client.query(`create temp table ${staged} (${definitionOf(table.name)}) on commit drop`);
  await client.query(`alter table ${staged} add column ${rowNumber} bigint generated always as identity`);
  try {
    await copyInto(client, `${staged} (${columnList(columns)}) from stdin with (format csv, header true)`, chunks);
  } catch (error) {
    throw refusalOfRows(error, { file, name: csvName(table.name) });
  }
  const rows = { ...table, columns, staged };
  await checkValues({ client, file }, rows);
  return rows;
}

const definitionOf = (table: string): string =>
  table === 'users'
    ? `id uuid primary key, name text not null check (length(name) between 1 and 120),
       email text unique check (length(email) <= 254 and email = lower(email)), locale text,
       created_at timestamptz not null, closed_at timestamptz, check ((closed_at is null) = (email is not null))`
    : `like public.${table} including defaults including constraints including generated`;

const maxHeadingBytes = 10_000;

async function splitHeading(
  source: AsyncGenerator<Buffer>,
): Promise<{ heading: string; chunks: AsyncGenerator<Buffer> }> {
  let start = Buffer.alloc(0);
  while (!start.includes('\n') && start.length < maxHeadingBytes) {
    const { value, done } = await source.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const chunks = async function* () {
    yield start;
    yield* source;
  };
  return { heading: start.toString('utf8').split(/\r?\n/, 1)[0] ?? '', chunks: chunks() };
}

function columnsOf(heading: string, { name, columns, primaryKey }: ArchivedTable, file: string): string[] {
  const found = heading.split(',');
  const unknown = found.filter((column) => !columns.includes(column));
  if (unknown.length > 0)
    throw newerVersion(
      `${file}: ${csvName(name)}, line 1: this version does not know the column ${JSON.stringify(unknown[0]?.slice(0, 60))}. Update first (npm run upgrade), or export the company again.`,
    );
  const lacking = primaryKey.filter((column) => !found.includes(column));
  if (lacking.length > 0 || new Set(found).size < found.length)
    throw tableRefusal(
      csvName(name),
      `${file}: ${csvName(name)}, line 1: the columns must be ${columns.join(',')}. Export the company again.`,
    );
  return found;
}
