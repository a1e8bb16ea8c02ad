// A company with rows in every table of an archive, exported into a file; installations to import it into; and an independent comparison
// of what both contain.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import pg from 'pg';
import { expect } from 'vitest';
import { exportCompany } from '#server/archive/export-file.ts';
import { type Imported, importCompany, rulesOfOperator } from '#server/archive/import-file.ts';
import { metaName } from '#server/archive/meta.ts';
import { archivedNames } from '#server/archive/tables.ts';
import { newId } from '#server/db/ids.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import { startTestApp, type TestApp } from './app.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from './company.ts';
import { historyOf } from './history.ts';
import { png } from './receipts.ts';

/** A company in which every role did something. */
export async function startFilledCompany(): Promise<{ app: TestApp; company: TestCompany }> {
  const app = await startTestApp();
  const company = await foundTestCompany(app);
  await fill(app, company);
  return { app, company };
}

async function fill(app: TestApp, company: TestCompany): Promise<void> {
  const { id: companyId, admin, worker, approver, project } = company;
  await admin.ok('POST /companies/{companyId}/projects', {
    companyId,
    name: 'Of a client',
    clientName: 'Łódź "Docks"',
  });
  const left = await hire(app, admin, companyId, 'worker', 'Łukasz "Left", =1+1');
  await submitDay(company, left, '2026-03-02', '08:00', '09:00', 'a note\nin two lines; with "quotes", and \\N');
  await setPolicies(admin, companyId, { overlaps: 'flag' });
  const first = await submitDay(company, worker, '2026-03-02', '08:00', '10:00');
  await worker.ok('POST /companies/{companyId}/worklogs', {
    companyId,
    taskId: project.timedTaskId,
    start: '2026-03-02T09:00',
    end: '2026-03-02T11:00',
    confirmOverlap: true,
    tags: ['Łódź "Docks"', 'night shift'],
  });
  // The overlap stays when overlaps are no longer allowed.
  await setPolicies(admin, companyId, { overlaps: 'refuse' });
  const worklogs = [{ id: first.id, version: 1 }];
  await approver.ok('POST /companies/{companyId}/decisions', { companyId, decision: 'approve', notes: 'ok', worklogs });
  const { body: receipt } = await worker.upload(companyId, png());
  await worker.ok('POST /companies/{companyId}/worklogs', {
    companyId,
    taskId: project.expenseTaskId,
    day: '2026-03-05',
    amount: '50000',
    receiptIds: [receipt.id],
  });
  await worker.upload(companyId, png(16));
  await admin.ok('POST /companies/{companyId}/invites', { companyId, email: 'later@example.com', role: 'worker' });
  await admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId, userId: left.userId, isActive: false });
  await historyOf(app, admin, companyId).importFile('Name,Date,Hours\nFormer,2026-02-02,1\n');
  await insertRest(app, company);
}

/** What takes many requests through the API; inserted as its owner, so under all constraints. */
async function insertRest(app: TestApp, { id, admin, approver, worker, project }: TestCompany): Promise<void> {
  const client = await app.superuser.connect();
  const insert = async (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row);
    await client.query(
      `insert into ${table} (company_id, ${columns.join(', ')}) values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})`,
      [id, ...Object.values(row)],
    );
  };
  try {
    const reportId = newId();
    const userId = worker.userId;
    const filter = JSON.stringify({ workerIds: [userId, admin.userId] });
    await insert('saved_reports', {
      id: reportId,
      owner_id: admin.userId,
      name: 'Mine',
      view: 'worklogs',
      range: 'last-week',
      filter,
      is_shared: true,
    });
    await insert('saved_report_choices', { report_id: reportId, user_id: admin.userId, is_pinned: true });
    await insert('stand_ins', {
      id: newId(),
      approver_id: approver.userId,
      stand_in_id: admin.userId,
      from_day: '2026-03-01',
      to_day: '2026-03-09',
    });
    await insert('favourite_tasks', { user_id: userId, task_id: project.timedTaskId, position: 1 });
    await insert('complete_days', { user_id: userId, day: '2026-03-02' });
    await insert('budget_alerts', { project_id: project.id, measure: 'minutes', threshold: 80, budget: 600 });
    await insert('timers', { id: newId(), user_id: userId, task_id: project.timedTaskId, zone: 'Asia/Jakarta' });
    await insert('project_workers', { project_id: project.id, user_id: userId });
    const days = { from_day: '2026-03-01', to_day: '2026-03-31' };
    await insert('payroll_exports', {
      id: newId(),
      kind: 'file',
      ...days,
      exported_by: admin.userId,
      exported_at: new Date(),
      worker_ids: JSON.stringify([userId]),
      totals: JSON.stringify({ [userId]: { minutes: 60, expenses: [{ amountMinor: 5_000_000, currency: 'IDR' }] } }),
    });
    await insert('company_events', {
      id: newId(),
      kind: 'lock-date',
      actor_id: admin.userId,
      at: new Date(),
      to_day: '2026-01-31',
      reason: 'closed',
    });
    const { rows } = await client.query('select id from invites where company_id = $1 and accepted_at is null', [id]);
    await insert('invite_projects', { invite_id: rows[0].id, project_id: project.id });
  } finally {
    client.release();
  }
}

export async function exportFrom(
  app: TestApp,
  companyId: string,
  folder: string,
  name = `${newId()}.zip`,
): Promise<string> {
  const file = join(folder, name);
  const receipts = await openReceipts(app.config);
  await asOwner(app, (client) => exportCompany({ client, companyId, receipts, file, now: new Date() }));
  return file;
}

export async function importInto(app: TestApp, file: string, into?: string): Promise<Imported> {
  const receipts = await openReceipts(app.config);
  return asOwner(app, (client) => importCompany({ client, receipts, file, rules: rulesOfOperator(into) }));
}

/** The sentences of a refused import, and that nothing was changed by it. */
export async function refusedImport(app: TestApp, file: string, into?: string): Promise<string> {
  const before = await contentOf(app);
  const refusal = await importInto(app, file, into).then(
    () => 'it was imported',
    (error: Error) => error.message,
  );
  expect(await contentOf(app)).toEqual(before);
  return refusal;
}

async function asOwner<T>(app: TestApp, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(app.connections.owner);
  await client.connect();
  return await work(client).finally(() => client.end());
}

/** A hash of each table of the installation, and the files of all receipts. */
export async function contentOf(app: TestApp): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const table of [...archivedNames, 'day_sums', 'month_sums', 'sum_changes', 'accounts', 'sessions']) {
    const { rows } = await app.superuser.query(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(one::text, 1)::numeric), 0)::text as hash from ${table} one`,
    );
    content[table] = rows[0];
  }
  return { ...content, receipts: await filesOf(app) };
}

async function filesOf(app: TestApp): Promise<Record<string, string[]>> {
  const store = await openReceipts(app.config);
  const files: Record<string, string[]> = {};
  for (const company of await store.companies()) {
    const names = (await store.list(company)).map(({ name }) => name);
    if (names.length > 0) files[company] = names;
  }
  return files;
}

export type MappedIds = ReadonlyMap<string, string>;

/** Hashes of the tables of a company, read without the code of the archive; `ids` replaces ids by those of the other installation. */
export async function tablesOf(
  app: TestApp,
  companyId: string,
  ids: MappedIds = new Map(),
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const table of [...archivedNames, 'day_sums', 'month_sums']) {
    const { rows } = await app.superuser.query<{ text: string }>(queryOf(table), [companyId]);
    const lines = rows.map(({ text }) => text.replaceAll(uuid, (id) => ids.get(id) ?? id)).sort();
    hashes[table] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
  }
  return hashes;
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function queryOf(table: string): string {
  if (table === 'users')
    return `select jsonb_build_array(u.id, name, email, settings -> 'locale', u.created_at, closed_at)::text as text
      from users u join members m on m.user_id = u.id where m.company_id = $1`;
  const owner = table === 'companies' ? 'id' : 'company_id';
  return `select to_jsonb(one)::text as text from ${table} one where ${owner} = $1`;
}

type Files = Record<string, Uint8Array>;

/** An archive with other files; with `hashes`, meta.json states what they contain now, as a forger would. */
export function changedArchive(
  file: string,
  change: (files: Files, text: (name: string, edit: (text: string) => string) => void) => void,
  hashes: 'stated' | 'unchanged' = 'stated',
): string {
  const files: Files = unzipSync(readFileSync(file));
  change(files, (name, edit) => {
    files[name] = strToU8(edit(strFromU8(files[name] ?? new Uint8Array())));
  });
  if (hashes === 'stated' && files[metaName]) files[metaName] = strToU8(JSON.stringify(restated(files)));
  const changed = file.replace(/\.zip$/, `-${newId()}.zip`);
  writeFileSync(changed, zipSync(files));
  return changed;
}

function restated(files: Files): unknown {
  const meta = JSON.parse(strFromU8(files[metaName] ?? new Uint8Array()));
  for (const table of Object.keys(meta.tables)) {
    const content = files[`tables/${table}.csv`];
    if (!content) continue;
    meta.tables[table].bytes = content.length;
    meta.tables[table].sha256 = createHash('sha256').update(content).digest('hex');
  }
  meta.receipts.files = Object.keys(files).filter((name) => name.startsWith('receipts/')).length;
  return meta;
}

type Cells = Record<string, string | null>;

/** Other values in the rows of a table; a cell that is null is empty. */
export const withCells = (file: string, table: string, change: (row: Cells, index: number) => Cells): string =>
  changedArchive(file, (_, text) =>
    text(`tables/${table}.csv`, (csv) => {
      const cast = (value: string, { quoting }: { quoting: boolean }) => (value === '' && !quoting ? null : value);
      const rows: Cells[] = parse(csv, { columns: true, cast });
      const heading = csv.slice(0, csv.indexOf('\n') + 1);
      const changed = rows.map((row, index) => Object.values({ ...row, ...change(row, index) }));
      return heading + changed.map((cells) => `${cells.map(quotedCell).join(',')}\n`).join('');
    }),
  );

const quotedCell = (cell: string | null): string => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`);
