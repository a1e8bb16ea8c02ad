// The steps of an import of history as jobs. Each is one transaction, so that a killed process leaves nothing of it, and its repetition finds
// the state that the step ends with and does nothing. Steps of one company come one after the other.

import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import {
  type HistoryState,
  type HistoryStatus,
  historyUndoDays,
  type OverlapChoice,
  type WithoutTimesChoice,
} from '#domain/history-imports/limits.ts';
import { type AccessPolicies, rolesAllowed } from '#domain/permissions.ts';
import type { ReasonCode } from '#domain/reasons.ts';
import { inCompany } from '../db/in-company.ts';
import { publishChangeOfJob } from '../db/publish.ts';
import { isDatabaseError } from '../request/constraint.ts';
import { type CheckedImport, checkRows, withoutNestedLoops } from './check-rows.ts';
import { findQuestions, type StoredQuestions } from './questions.ts';
import { collectTargets, countCreates } from './targets.ts';
import { undoImport } from './undo-import.ts';
import { type HistoryStep, writeHistory } from './write-history.ts';

const stepPayload = z.object({ companyId: z.uuid(), importId: z.uuid(), actorId: z.uuid() });
type StepKey = z.output<typeof stepPayload>;

export async function checkHistory(pool: Pool, payload: unknown): Promise<void> {
  await step(pool, { payload, from: 'checking' }, async (client, run) => {
    const counts = await check(client, run);
    const questions = await questionsOf(client, run);
    await finish(client, run, 'checked', { counts, creates: await countCreates(client), questions });
    await storeVerdicts(client, run);
  });
}

export async function runHistory(pool: Pool, payload: unknown): Promise<void> {
  await step(pool, { payload, from: 'running' }, async (client, run) => {
    // As strong as new clients and tags need it (0066, 0069): a lock that is strengthened later could deadlock.
    await client.query('select from companies where id = $1 for no key update', [run.companyId]);
    await client.query('select from members where company_id = $1 order by user_id for no key update', [run.companyId]);
    const counts = await check(client, run);
    const creates = await countCreates(client);
    const differing = await storeVerdicts(client, run);
    if (differing > 0 || !isSame(creates, run.creates))
      return finish(client, run, 'checked', {
        counts,
        creates,
        questions: await questionsOf(client, run),
        problem: 'history-import.changed-since-check',
      });
    await writeHistory(client, run, (done) => reportProgress(pool, run, done));
    await client.query(`select enqueue('delete-history-rows', $1::json, null, now() + make_interval(days => $2))`, [
      JSON.stringify({ companyId: run.companyId, importId: run.importId }),
      historyUndoDays + 1,
    ]);
    return finish(client, run, 'imported', { counts, creates });
  });
}

export async function undoHistory(pool: Pool, payload: unknown): Promise<void> {
  await step(pool, { payload, from: 'undoing' }, async (client, run) => {
    const problem = await undoImport(client, run);
    const { counts, creates } = run;
    if (problem) return finish(client, run, 'imported', { counts, creates, problem });
    return finish(client, run, 'undone', { counts, creates });
  });
}

/** Names, addresses and texts of a file are deleted after a month; which import it was, and what a row was, stays. */
export async function deleteHistoryRows(pool: Pool, payload: unknown): Promise<void> {
  const { companyId, importId } = stepPayload.omit({ actorId: true }).parse(payload);
  await inCompany(pool, companyId, async (client) => {
    const key = [companyId, importId];
    const { rows } = await client.query<{ isInUse: boolean }>(
      `select state in ('checking', 'running', 'undoing')
         or state = 'imported' and finished_at > now() - make_interval(days => $3) as "isInUse"
       from history_imports where company_id = $1 and id = $2 for update`,
      [...key, historyUndoDays],
    );
    if (rows[0]?.isInUse !== false) return;
    await client.query(
      `delete from history_imports where company_id = $1 and id = $2 and state in ('open', 'checked', 'undone')`,
      key,
    );
    for (const table of ['history_verdicts', 'history_files', 'history_people', 'history_creations'])
      await client.query(`delete from ${table} where company_id = $1 and import_id = $2`, key);
  });
}

/** Longer than any other transaction of the product: it reads and writes hundreds of thousands of rows. */
const longLimits = `set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min'`;

type StepOptions = { payload: unknown; from: HistoryState };

async function step(
  pool: Pool,
  { payload, from }: StepOptions,
  work: (client: PoolClient, run: HistoryStep) => Promise<void>,
): Promise<void> {
  const key = stepPayload.parse(payload);
  try {
    await inCompany(pool, key.companyId, async (client) => {
      await client.query(longLimits);
      await client.query(`select pg_advisory_xact_lock(hashtextextended('daybook history ' || $1, 0))`, [
        key.companyId,
      ]);
      const run = await findRun(client, key);
      if (run?.state === from) await work(client, run);
    });
  } catch (error) {
    // Somebody wrote what the rows conflict with; it has to be checked again. Anything else is repeated by the queue.
    if (!isDatabaseError(error, ...conflictStates)) throw error;
    await inCompany(pool, key.companyId, (client) => failStep(client, key, from));
  }
}

/** Foreign key, unique, check and exclusion constraints. */
const conflictStates = ['23503', '23505', '23514', '23P01'];

const failStep = (client: PoolClient, { companyId, importId }: StepKey, from: HistoryState) =>
  Promise.all([
    client.query(
      `update history_imports set state = $3, problem = 'history-import.changed-since-check', done = 0
       where company_id = $1 and id = $2 and state = $4`,
      [companyId, importId, from === 'undoing' ? 'imported' : from === 'running' ? 'checked' : 'open', from],
    ),
    publishChangeOfJob(client, companyId, ['imports']),
  ]);

type RunRow = {
  state: HistoryState;
  zone: string;
  company_zone: string;
  status: HistoryStatus;
  overlap_choice: OverlapChoice;
  without_times: WithoutTimesChoice;
  into_locked: boolean;
  project_name: string;
  task_name: string;
  file_names: string;
  currency: string;
  counts: Record<string, number>;
  creates: Record<string, number>;
  loggers: AccessPolicies['loggers'];
  log_for_others: boolean;
  overlaps: string;
  times: string;
  allow_future: boolean;
  locked_until: string | null;
};

async function findRun(client: PoolClient, key: StepKey): Promise<(HistoryStep & { state: HistoryState }) | undefined> {
  const { rows } = await client.query<RunRow>(
    `select i.*, c.time_zone as company_zone, c.currency, c."overlaps", c."times", c.loggers, c.log_for_others, c.allow_future, c.locked_until
     from history_imports i join companies c on c.id = i.company_id where i.company_id = $1 and i.id = $2`,
    [key.companyId, key.importId],
  );
  const [row] = rows;
  return (
    row && {
      ...key,
      state: row.state,
      zone: row.zone,
      companyZone: row.company_zone,
      status: row.status,
      overlapChoice: row.overlap_choice,
      withoutTimes: row.without_times,
      intoLocked: row.into_locked,
      projectName: row.project_name,
      taskName: row.task_name,
      fileNames: row.file_names,
      currency: row.currency,
      loggers: rolesAllowed('worklogs.submit', { loggers: row.loggers, logForOthers: row.log_for_others }),
      counts: row.counts,
      creates: row.creates,
      mayOverlap: row.overlaps === 'flag',
      mayLackTimes: row.times === 'optional',
      allowFuture: row.allow_future,
      lockedUntil: row.locked_until,
    }
  );
}

async function check(client: PoolClient, run: HistoryStep): Promise<Record<string, number>> {
  await withoutNestedLoops(client, async () => {
    await checkRows(client, run);
    await collectTargets(client, run);
  });
  const { rows } = await client.query<{ verdict: string; rows: string }>(
    'select verdict, count(*)::int as rows from checked_rows group by 1 order by 1',
  );
  return Object.fromEntries(rows.map((row) => [row.verdict, Number(row.rows)]));
}

const questionsOf = (client: PoolClient, run: HistoryStep) =>
  withoutNestedLoops(client, () => findQuestions(client, run));

const isSame = (one: Record<string, number>, other: Record<string, number>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

const storedVerdicts = `select file_number, line, verdict, starts_at, ends_at,
  case when verdict in ('new', 'shortened', 'overlapping', 'placed', 'length-only', 'known') then minutes end as minutes, day
  from checked_rows`;

/** A run finds almost always what the check has stored. Returns how many stored rows differed or were missing. */
async function storeVerdicts(client: PoolClient, { companyId, importId }: CheckedImport): Promise<number> {
  const { rowCount: outdated } = await client.query(
    `delete from history_verdicts v where v.company_id = $1 and v.import_id = $2 and not exists (
       select from (${storedVerdicts}) c where c.file_number = v.file_number and c.line = v.line
         and (c.verdict, c.starts_at, c.ends_at, c.minutes, c.day) is not distinct from (v.verdict, v.starts_at, v.ends_at, v.minutes, v.day))`,
    [companyId, importId],
  );
  const { rowCount: stored } = await client.query(
    `insert into history_verdicts (company_id, import_id, file_number, line, verdict, starts_at, ends_at, minutes, day)
     select $1, $2, c.* from (${storedVerdicts}) c on conflict do nothing`,
    [companyId, importId],
  );
  return (outdated ?? 0) + (stored ?? 0);
}

type Outcome = {
  counts: Record<string, number>;
  creates: Record<string, number>;
  questions?: StoredQuestions;
  problem?: ReasonCode;
};

async function finish(client: PoolClient, run: HistoryStep, state: HistoryState, outcome: Outcome): Promise<void> {
  const { companyId, importId } = run;
  const { counts, creates, questions, problem } = outcome;
  await client.query(
    `update history_imports set state = $3, counts = $4, creates = $5, problem = $6, questions = coalesce($7, questions), done = 0,
       finished_at = case when $3 in ('imported', 'undone') and $6::text is null then now() else finished_at end
     where company_id = $1 and id = $2`,
    [
      companyId,
      importId,
      state,
      JSON.stringify(counts),
      JSON.stringify(creates),
      problem ?? null,
      questions === undefined ? null : JSON.stringify(questions),
    ],
  );
  const hasWorklogs = state === 'imported' || state === 'undone';
  await publishChangeOfJob(client, companyId, [
    'imports',
    ...(hasWorklogs ? (['worklogs', 'reports', 'dashboard', 'projects', 'members', 'companies'] as const) : []),
  ]);
}

/** Beside the transaction, which only touches the row of the import at its end. */
const reportProgress = (pool: Pool, { companyId, importId }: CheckedImport, done: number) =>
  inCompany(pool, companyId, async (client) => {
    await client.query(`update history_imports set done = $3 where company_id = $1 and id = $2`, [
      companyId,
      importId,
      done,
    ]);
    await publishChangeOfJob(client, companyId, ['imports']);
  });
