// Reads imports of history with their files, people, rows and totals.

import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { HistoryDetails, HistoryRun, historyImportEndpoints } from '#contract/history-imports.ts';
import { historyUndoDays, maxHistoryFiles, maxHistoryPeople } from '#domain/history-imports/limits.ts';
import { historyQuestions } from '#domain/history-imports/questions.ts';
import { historyProblems, historyVerdictNames } from '#domain/history-imports/verdicts.ts';
import { maxListedImports } from '#domain/imports.ts';
import { isReasonCode } from '#domain/reasons.ts';
import { recordOf } from '#domain/record-of.ts';
import type { CompanyContext } from '../request/context.ts';
import { paginate } from '../request/paging.ts';
import { ensureFound } from '../request/refused.ts';
import { hasOpenInvite } from './check-rows.ts';
import { findExamples, placesIn } from './examples.ts';
import { isFoundByAddress } from './questions.ts';

/** Locked until the end of the transaction, so that an import makes one step at a time. */
export async function lockImport({ db, company }: CompanyContext, importId: string) {
  const row = await db
    .selectFrom('historyImports')
    .where('companyId', '=', company.id)
    .where('id', '=', importId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  return ensureFound(row, 'history-import.missing');
}

const selectImports = ({ db, company }: CompanyContext) =>
  db
    .selectFrom('historyImports as i')
    .innerJoin('users as u', 'u.id', 'i.startedBy')
    .where('i.companyId', '=', company.id)
    .selectAll('i')
    .select('u.name as startedByName');

type ImportRecord = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>;

const dayMs = 86_400_000;

/** Days are counted from the run. */
export const isUndoable = (
  { state, finishedAt }: Pick<ImportRecord, 'state' | 'finishedAt'>,
  { now }: Pick<CompanyContext, 'now'>,
): boolean =>
  state === 'imported' && finishedAt !== null && now.getTime() - finishedAt.getTime() < historyUndoDays * dayMs;

const numbersIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

export const historyRunOf = (ctx: CompanyContext, row: ImportRecord): HistoryRun => {
  const counts = numbersIn(row.counts);
  return {
    id: row.id,
    state: row.state,
    fileNames: row.fileNames,
    startedByName: row.startedByName,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    mayUndo: isUndoable(row, ctx),
    counts: recordOf(historyVerdictNames, (name) => Number(counts[name] ?? 0)),
    done: row.done,
    problem: row.problem !== null && isReasonCode(row.problem) ? row.problem : null,
  };
};

export async function listHistoryRuns(ctx: CompanyContext): Promise<HistoryRun[]> {
  const rows = await selectImports(ctx)
    .orderBy('i.createdAt', 'desc')
    .orderBy('i.id')
    .limit(maxListedImports)
    .execute();
  return rows.map((row) => historyRunOf(ctx, row));
}

export async function getHistoryRow(ctx: CompanyContext, importId: string): Promise<ImportRecord> {
  return ensureFound(
    await selectImports(ctx).where('i.id', '=', importId).executeTakeFirst(),
    'history-import.missing',
  );
}

export async function getHistoryDetails(ctx: CompanyContext, importId: string): Promise<HistoryDetails> {
  const row = await getHistoryRow(ctx, importId);
  const creates = numbersIn(row.creates);
  const count = (name: string) => Number(creates[name] ?? 0);
  const { zone, status, overlapChoice, withoutTimes, projectName, taskName, intoLocked } = row;
  const people = await listPeople(ctx, importId);
  const questions = numbersIn(row.questions);
  const raised = historyQuestions.flatMap((name) => {
    const question = numbersIn(questions[name]);
    return name in questions ? [{ name, rows: Number(question.rows), places: placesIn(question.examples) }] : [];
  });
  const examplesAt = await findExamples(ctx, importId, [
    ...raised.flatMap(({ places }) => places),
    ...people.flatMap(({ places }) => places),
  ]);
  return {
    ...historyRunOf(ctx, row),
    zone,
    status,
    overlapChoice,
    withoutTimes,
    projectName,
    taskName,
    intoLocked,
    files: await listFiles(ctx, importId),
    people: people.map(({ places, ...person }) => ({ ...person, examples: examplesAt(places) })),
    creates: 'people' in creates ? recordOf(['people', 'clients', 'projects', 'tasks', 'tags'], count) : null,
    questions: Object.fromEntries(
      raised.map(({ name, rows, places }) => [name, { rows, examples: examplesAt(places) }]),
    ),
    lockedUntil: ctx.company.lockedUntil,
    mayKeepOverlaps: ctx.company.overlaps === 'flag',
    mayLackTimes: ctx.company.times === 'optional',
  };
}

async function listFiles({ db, company }: CompanyContext, importId: string): Promise<HistoryDetails['files']> {
  const rows = await db
    .selectFrom('historyFiles')
    .where('companyId', '=', company.id)
    .where('importId', '=', importId)
    .where('rows', 'is not', null)
    .selectAll()
    .orderBy('number')
    .limit(maxHistoryFiles)
    .execute();
  return rows.map(({ number, name, tool, rows: count, dateOrder, ignored }) => ({
    number,
    name,
    tool: tool ?? 'table',
    rows: count ?? 0,
    dateOrder,
    ignored: (Array.isArray(ignored) ? ignored : []).map(({ name: heading, cells }) => ({
      name: String(heading),
      cells: Number(cells),
    })),
  }));
}

async function listPeople({ db, company }: CompanyContext, importId: string) {
  const rows = await db
    .selectFrom('historyPeople as p')
    .leftJoin('users as u', 'u.id', 'p.userId')
    .where('p.companyId', '=', company.id)
    .where('p.importId', '=', importId)
    .select(['p.personKey', 'p.name', 'p.email', 'p.rows', 'p.userId', 'p.isChosen', 'u.name as memberName'])
    .select('p.examples')
    .select([
      sql<boolean>`${sql.raw(hasOpenInvite('p'))}`.as('isInvited'),
      sql<boolean>`${sql.raw(isFoundByAddress('p', 'u'))}`.as('isFoundByAddress'),
    ])
    .orderBy(sql`p.user_id is not null`)
    .orderBy('p.personKey')
    .limit(maxHistoryPeople)
    .execute();
  return rows.map(({ examples, ...person }) => ({ ...person, places: placesIn(examples) }));
}

type RowsQuery = Omit<z.output<typeof historyImportEndpoints.listHistoryRows.input>, 'companyId' | 'importId'>;

export async function listHistoryRows(ctx: CompanyContext, importId: string, query: RowsQuery) {
  const keys = [
    { by: sql`v.file_number`, type: 'integer', direction: 'asc' },
    { by: sql`v.line`, type: 'integer', direction: 'asc' },
  ] as const;
  const paging = paginate(ctx, query, { name: `history ${importId}`, keys });
  const shown = query.show === 'all' ? historyVerdictNames : historyProblems;
  const rows = ctx.db
    .selectFrom('historyVerdicts as v')
    .where('v.companyId', '=', ctx.company.id)
    .where('v.importId', '=', importId)
    .where(sql<SqlBool>`v.verdict = any(${shown}::text[])`);
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const onPage = await rows
    .innerJoin('historyRows as r', (join) =>
      join
        .onRef('r.companyId', '=', 'v.companyId')
        .onRef('r.importId', '=', 'v.importId')
        .onRef('r.fileNumber', '=', 'v.fileNumber')
        .onRef('r.line', '=', 'v.line'),
    )
    .select(['v.fileNumber', 'v.line', 'v.verdict', 'v.minutes', 'r.person', 'r.project', 'r.task', 'r.notes'])
    .select(['r.day', 'r.startsAt', 'r.endsAt', 'r.seconds'])
    .$call(paging.select)
    .execute();
  const { rows: found, place } = paging.cut(onPage);
  return { rows: found, total, ...place };
}

type TotalsQuery = Omit<z.output<typeof historyImportEndpoints.listHistoryTotals.input>, 'companyId' | 'importId'>;

export async function listHistoryTotals(ctx: CompanyContext, importId: string, query: TotalsQuery) {
  const keys = [
    { by: sql`t.person`, type: 'text', direction: 'asc' },
    { by: sql`t.person_key`, type: 'text', direction: 'asc' },
    { by: sql`t.month`, type: 'date', direction: 'asc' },
  ] as const;
  const paging = paginate(ctx, query, { name: `history totals ${importId}`, keys });
  const totals = ctx.db.selectFrom(monthlyTotals(ctx.company.id, importId).as('t'));
  const { total } = await totals.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const onPage = await totals
    .select(['t.person', 't.month', 't.rows', 't.fileSeconds', 't.breakSeconds'])
    .select(['t.importedMinutes', 't.mergedMinutes'])
    .$call(paging.select)
    .execute();
  const { rows: found, place } = paging.cut(onPage);
  return { totals: found, total, ...place };
}

type TotalColumns = {
  personKey: string;
  person: string;
  month: string;
  rows: number;
  fileSeconds: number;
  breakSeconds: number;
  importedMinutes: number;
  mergedMinutes: number;
};

/** By the month of the file: that of the first day of a row. Rows without a date belong to none. */
const monthlyTotals = (companyId: string, importId: string) => sql<TotalColumns>`(
  select r.person_key, max(r.person) as person, date_trunc('month', r.day)::date as month, count(*) as rows,
    sum(r.seconds) as file_seconds, coalesce(sum(r.seconds) filter (where v.verdict = 'break'), 0) as break_seconds,
    coalesce(sum(v.minutes) filter (where v.verdict <> 'known'), 0) as imported_minutes,
    coalesce(sum(v.minutes) filter (where v.verdict = 'known'), 0) as merged_minutes
  from history_verdicts v
  join history_rows r on r.company_id = v.company_id and r.import_id = v.import_id and r.file_number = v.file_number and r.line = v.line
  where v.company_id = ${companyId} and v.import_id = ${importId} and r.day is not null
  group by r.person_key, date_trunc('month', r.day))`;
