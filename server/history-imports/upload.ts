// Receives a file of an import of history: its rows are stored in pieces, each in a short transaction, and count once the whole file has
// been read. What a killed process leaves is a file without a number of rows, which nothing else looks at.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { historyImportEndpoints } from '#contract/history-imports.ts';
import { type HistoryColumns, historyFields } from '#domain/history-imports/columns.ts';
import { historyUndoDays, maxHistoryFiles, maxHistoryPeople, maxHistoryRows } from '#domain/history-imports/limits.ts';
import { newId } from '../db/ids.ts';
import type { CompanyContext, Db } from '../request/context.ts';
import { refuseImportOnCitus } from '../request/distribution.ts';
import { ensureFound, refused } from '../request/refused.ts';
import { afterCommit } from '../request/two-phase.ts';
import { lockImport } from './imports.ts';
import type { SheetOutcome } from './read-sheet.ts';
import { readHistoryFile } from './start-reading.ts';

type UploadInput = z.output<typeof historyImportEndpoints.uploadHistory.input>;
type Uploaded = z.input<typeof historyImportEndpoints.uploadHistory.output>;

type FileKey = { companyId: string; importId: string; number: number };

export async function receiveHistoryFile(ctx: CompanyContext, input: UploadInput) {
  refuseImportOnCitus(ctx);
  const { path } = ensureFound(ctx.upload, 'receipt.damaged');
  const key = await addFile(ctx, input);
  const { companyId } = key;
  const owner = { companyId, personId: ctx.person.id };
  const answers = {
    dateOrder: input.dateOrder ?? null,
    columns: parseColumns(input.columns),
    entry: input.entry ?? null,
  };
  return afterCommit(async (inCompany) => {
    const storeRows = (json: Buffer) => inCompany(companyId, (db) => insertRows(db, key, json));
    try {
      const outcome = await readHistoryFile(owner, { path, ...answers, storeRows });
      await inCompany(companyId, (db) => refuseTooMuch(db, key));
      return (ctx: CompanyContext) => completeFile(ctx, key, { outcome, named: input.columns });
    } catch (error) {
      await inCompany(companyId, (db) => removeFile(db, key));
      throw error;
    }
  });
}

function parseColumns(text: string | undefined): HistoryColumns | null {
  if (text === undefined) return null;
  const parts = text.split(',').map((part) => part.split(':'));
  return Object.fromEntries(
    historyFields.flatMap((field) => {
      const [, index] = parts.find(([name]) => name === field) ?? [];
      return index === undefined ? [] : [[field, Number(index)]];
    }),
  );
}

async function addFile(ctx: CompanyContext, { importId, fileName }: UploadInput): Promise<FileKey> {
  const companyId = ctx.company.id;
  const id = importId ?? (await beginImport(ctx));
  const { state } = await lockImport(ctx, id);
  if (state !== 'open' && state !== 'checked') throw refused('history-import.not-now');
  const { last } = await ctx.db
    .selectFrom('historyFiles')
    .where('companyId', '=', companyId)
    .where('importId', '=', id)
    .select(sql<number>`coalesce(max(number), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  if (last >= maxHistoryFiles) throw refused('history-import.too-many-files', { params: { maximum: maxHistoryFiles } });
  const name = [...fileName].slice(0, 200).join('');
  await ctx.db
    .insertInto('historyFiles')
    .values({ companyId, importId: id, number: last + 1, name })
    .execute();
  return { companyId, importId: id, number: last + 1 };
}

async function beginImport(ctx: CompanyContext): Promise<string> {
  const { id: companyId, timeZone, times } = ctx.company;
  const id = newId();
  const withoutTimes = times === 'optional' ? 'length' : 'place';
  await ctx.db
    .insertInto('historyImports')
    .values({ companyId, id, startedBy: ctx.person.id, createdAt: ctx.now, zone: timeZone, withoutTimes })
    .execute();
  const payload = JSON.stringify({ companyId, importId: id });
  await sql`select enqueue('delete-history-rows', ${payload}::json, null,
    ${ctx.now}::timestamptz + make_interval(days => ${historyUndoDays + 1}))`.execute(ctx.db);
  return id;
}

/** One statement for each piece; the bytes are what the reading process wrote. */
async function insertRows(db: Db, { companyId, importId, number }: FileKey, json: Buffer): Promise<void> {
  await sql`
    insert into history_rows (company_id, import_id, file_number, line, identity, person_key, person, email, client, project, task,
      notes, tags, is_billable, is_approved, starts_at, ends_at, start_second, clock_seconds, has_length, is_utc, day, seconds, problem)
    select ${companyId}, ${importId}, ${number}, r.line, decode(r.identity, 'hex'), r."personKey", r.person, r.email, r.client,
      r.project, r.task, r.notes, r.tags, r."isBillable", r."isApproved", r."startsAt", r."endsAt", r."startSecond", r."clockSeconds",
      r."hasLength", r."isUtc", r.day, r.seconds, r.problem
    from jsonb_to_recordset(convert_from(${json}::bytea, 'UTF8')::jsonb) as r (line integer, identity text, "personKey" text, person text, email text, client text,
      project text, task text, notes text, tags jsonb, "isBillable" boolean, "isApproved" boolean, "startsAt" text, "endsAt" text,
      "startSecond" smallint, "clockSeconds" integer, "hasLength" boolean, "isUtc" boolean, day date, seconds integer, problem text)`.execute(
    db,
  );
}

async function removeFile(db: Db, { companyId, importId, number }: FileKey): Promise<void> {
  await db
    .deleteFrom('historyFiles')
    .where('companyId', '=', companyId)
    .where('importId', '=', importId)
    .where('number', '=', number)
    .execute();
  await sql`delete from history_imports i where company_id = ${companyId} and id = ${importId} and state = 'open'
    and not exists (select from history_files f where f.company_id = ${companyId} and f.import_id = i.id)`.execute(db);
}

/** `named`: the columns that somebody chose, as they were sent. */
type ReadFile = { outcome: SheetOutcome; named: string | undefined };

async function completeFile(ctx: CompanyContext, key: FileKey, { outcome, named }: ReadFile): Promise<Uploaded> {
  if ('asks' in outcome) {
    const answer = await questionOf(ctx, outcome);
    await removeFile(ctx.db, key);
    return answer;
  }
  const { tool, rows, dateOrder, headings, ignored } = outcome;
  const { companyId, importId, number } = key;
  await lockImport(ctx, importId);
  await ctx.db
    .updateTable('historyFiles')
    .set({ tool, rows, dateOrder, ignored: JSON.stringify(ignored) })
    .where('companyId', '=', companyId)
    .where('importId', '=', importId)
    .where('number', '=', number)
    .execute();
  // Again, because another file of the import may have been completed meanwhile.
  await refuseTooMuch(ctx.db, key);
  const remembered = JSON.stringify(named === undefined ? {} : { [headings]: named });
  await sql`
    update history_imports set state = 'open', counts = '{}', creates = '{}', questions = '{}', named_columns = named_columns || ${remembered}::jsonb, file_names = left((
      select string_agg(name, ', ' order by number) from history_files
      where company_id = ${companyId} and import_id = ${importId} and rows is not null), 1000)
    where company_id = ${companyId} and id = ${importId}`.execute(ctx.db);
  ctx.publishChange(companyId, 'imports');
  return { outcome: 'read', importId, tool, rows };
}

type Asking = Extract<SheetOutcome, { asks: string }>;

/** The columns that somebody named for the last file with the same headings are proposed. */
async function questionOf(ctx: CompanyContext, asking: Asking): Promise<Uploaded> {
  if (asking.asks === 'date-order') return { outcome: 'asks-date-order', rows: asking.rows, examples: asking.examples };
  if (asking.asks === 'file') return { outcome: 'asks-file', files: asking.files };
  const { columns, recognised, headings } = asking;
  const { rows } = await sql<{ named: string }>`
    select named_columns ->> ${headings} as named from history_imports
    where company_id = ${ctx.company.id} and named_columns ? ${headings} order by created_at desc, id desc limit 1`.execute(
    ctx.db,
  );
  const remembered = parseColumns(rows[0]?.named);
  return {
    outcome: 'asks-columns',
    columns,
    recognised: remembered ?? recognised,
    isRemembered: remembered !== null,
  };
}

/** The file that exceeds a limit is not added. */
async function refuseTooMuch(db: Db, { companyId, importId, number }: FileKey): Promise<void> {
  const { rows } = await sql<{ rows: number; people: number }>`
    select count(*) as rows, count(distinct r.person_key) as people from history_rows r
    join history_files f on f.company_id = r.company_id and f.import_id = r.import_id and f.number = r.file_number
      and (f.rows is not null or f.number = ${number})
    where r.company_id = ${companyId} and r.import_id = ${importId}`.execute(db);
  const [found] = rows;
  if ((found?.rows ?? 0) > maxHistoryRows)
    throw refused('history-import.too-many-rows', { path: 'file', params: { maximum: maxHistoryRows } });
  if ((found?.people ?? 0) > maxHistoryPeople)
    throw refused('history-import.too-many-people', { path: 'file', params: { maximum: maxHistoryPeople } });
}
