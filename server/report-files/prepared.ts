// Files that a browser downloads by itself: prepared by the page, fetched once by the browser, tracked by the page. The process that
// writes a file records its progress about once a second, and the same statement returns whether it was cancelled; so both
// may use different servers.

import { sql } from 'kysely';
import { type Refusal, refuse } from '#domain/reasons.ts';
import {
  heartbeatTimeoutSeconds,
  maxUnfetchedSeconds,
  preparedFileRetentionMinutes,
  type preparedFileStates,
} from '#domain/report-files.ts';
import { newId } from '../db/ids.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureFound } from '../request/refused.ts';
import type { InCompany } from '../request/short-transactions.ts';

type State = (typeof preparedFileStates)[number];

export async function insertPrepared(
  { db, company, person }: CompanyContext,
  request: unknown,
  rowsExpected: number | null,
): Promise<string> {
  const id = newId();
  await sql`delete from prepared_files where company_id = ${company.id}
    and created_at < now() - make_interval(mins => ${preparedFileRetentionMinutes})`.execute(db);
  await sql`insert into prepared_files (company_id, id, user_id, asked, rows_expected)
    values (${company.id}, ${id}, ${person.id}, ${JSON.stringify(request)}, ${rowsExpected})`.execute(db);
  return id;
}

const own = ({ company, person }: CompanyContext, fileId: string) =>
  sql`company_id = ${company.id} and id = ${fileId} and user_id = ${person.id}`;

/** Returns the prepared request, once: the URL in a browser's download list cannot be used again. */
export async function claimPrepared(ctx: CompanyContext, fileId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ request: Record<string, unknown> }>`
    update prepared_files set state = 'writing', seen_at = now()
    where ${own(ctx, fileId)} and state = 'waiting' and not ${isUnfetched} returning asked as request`.execute(ctx.db);
  return ensureFound(rows[0], 'file.missing').request;
}

const isUnfetched = sql`created_at < now() - make_interval(secs => ${maxUnfetchedSeconds})`;

type Row = {
  state: State;
  rowsWritten: number;
  rowsExpected: number | null;
  refusal: Pick<Refusal, 'code' | 'params'> | null;
  isUnfetched: boolean;
  isSilent: boolean;
};

export async function getPrepared(ctx: CompanyContext, fileId: string) {
  const { rows } = await sql<Row>`
    select state, rows_written, rows_expected, refusal, ${isUnfetched} as is_unfetched,
      seen_at < now() - make_interval(secs => ${heartbeatTimeoutSeconds}) as is_silent
    from prepared_files where ${own(ctx, fileId)}`.execute(ctx.db);
  const { rowsWritten, rowsExpected, ...row } = ensureFound(rows[0], 'file.missing');
  const refusal = fileRefusalOf(row);
  return { state: refusal ? ('failed' as const) : row.state, rowsWritten, rowsExpected, refusal };
}

function fileRefusalOf({ state, refusal, isUnfetched, isSilent }: Omit<Row, 'rowsWritten' | 'rowsExpected'>) {
  if (state === 'waiting' && isUnfetched) return refuse('file.not-fetched');
  if (state === 'failed') return refusal ?? refuse('file.broken');
  return state === 'writing' && isSilent ? refuse('file.broken') : null;
}

export async function cancelPrepared(ctx: CompanyContext, fileId: string): Promise<void> {
  const { rows } = await sql`
    update prepared_files set state = case when state in ('waiting', 'writing') then 'cancelled' else state end
    where ${own(ctx, fileId)} returning id`.execute(ctx.db);
  ensureFound(rows[0], 'file.missing');
}

/** Tracks a file that is being written. */
export type FileTracker = {
  onRows(count: number): void;
  /** Calls `abort` when the file was cancelled; returns a function that stops watching. */
  watch(abort: () => void): () => void;
};

type Key = { companyId: string; fileId: string };

const progressIntervalMs = 1_000;

export function trackPrepared(inCompany: InCompany, { companyId, fileId }: Key) {
  let rows = 0;
  const record = (state: State, refusal: Refusal | null = null) =>
    inCompany(companyId, async (db) => {
      const reason = refusal && JSON.stringify({ code: refusal.code, params: refusal.params });
      const { numAffectedRows } = await sql`
        update prepared_files set state = ${state}, rows_written = ${rows}, refusal = ${reason}::jsonb, seen_at = now()
        where company_id = ${companyId} and id = ${fileId} and state = 'writing'`.execute(db);
      return numAffectedRows === 1n;
    });
  const watch = (abort: () => void) => {
    // Database errors end the file in other ways.
    const update = () =>
      record('writing').then(
        (isWanted) => isWanted || abort(),
        () => undefined,
      );
    const timer = setInterval(update, progressIntervalMs);
    return () => clearInterval(timer);
  };
  const following: FileTracker = {
    onRows: (count) => {
      rows += count;
    },
    watch,
  };
  // If this fails, the page notices that progress has stopped.
  const end = (state: State, refusal: Refusal | null = null) => record(state, refusal).catch(() => false);
  return { ...following, end };
}
