// Overlaps of a worker's timed worklogs. The database prevents them (0004, 0021); this finds the conflicting worklogs to report them.
// The member's row is locked first: writes of one worker are serialised there instead of deadlocking in the constraint's index.

import { sql } from 'kysely';
import { type ConflictingWorklog, conflictingWorklog, maxShownConflicts } from '#contract/worklogs.ts';
import { isAllowed } from '#domain/permissions.ts';
import { inOrder, prepared } from '../db/transact.ts';
import { lockCompanyFacts } from '../request/company-facts.ts';
import type { CompanyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { canAccessWorklog, maxDayDistance, selectWorklogs, toWorklog, type WorklogRow } from './rows.ts';

/** The locks of every write of a worker's time: the company's facts, then the worker. */
export async function lockWorkerAndFacts(ctx: CompanyContext): Promise<CompanyContext> {
  const [locked] = await inOrder([lockFactsToLog(ctx), lockWorker(ctx, ctx.person.id)]);
  return locked;
}

/** Refuses if a policy has taken the right to log since the request began. */
export async function lockFactsToLog(ctx: CompanyContext): Promise<CompanyContext> {
  const locked = await lockCompanyFacts(ctx);
  if (!isAllowed(locked.company, 'worklogs.submit')) throw refused('role.not-allowed');
  return locked;
}

export async function lockWorker(ctx: CompanyContext, workerId: string): Promise<void> {
  await prepared(
    ctx.db,
    sql`select from members where company_id = ${ctx.company.id} and user_id = ${workerId} for no key update`,
  );
}

type SearchedInterval = { workerId: string; startsAt: Date | null; endsAt: Date | null; except: string | null };

/** All conflicting worklogs, also those the caller may not see: conflicts do not depend on the viewer. */
export async function findConflicts(
  ctx: CompanyContext,
  { workerId, startsAt, endsAt, except }: SearchedInterval,
): Promise<WorklogRow[]> {
  if (!startsAt || !endsAt) return [];
  return prepared(
    ctx.db,
    selectWorklogs(ctx)
      .where('w.companyId', '=', ctx.company.id)
      .where('w.workerId', '=', workerId)
      .where(takesTime)
      .where(sql<boolean>`tstzrange(w.starts_at, w.ends_at) && tstzrange(${startsAt}, ${endsAt})`)
      // Limits the search to nearby days, because a worker has thousands of worklogs.
      .where(sql<boolean>`w.day between (${startsAt}::timestamptz at time zone 'UTC')::date - ${maxDayDistance}::int
      and (${endsAt}::timestamptz at time zone 'UTC')::date + ${maxDayDistance}::int`)
      .$if(except !== null, (query) => query.where('w.id', '<>', except ?? ''))
      .orderBy('w.startsAt')
      .limit(maxConflicts),
  );
}

/** Literals, not parameters: otherwise a generic plan could not use the partial indexes. */
const takesTime = sql<boolean>`w.kind = 'timed' and w.starts_at is not null and w.status in ('pending', 'approved')`;

/** More than fit into a day of quarter hours. */
const maxConflicts = 100;

/** The conflicts included in a refusal: only those the caller may see. */
export const shownConflicts = (ctx: CompanyContext, conflicts: readonly WorklogRow[]): ConflictingWorklog[] =>
  conflicts
    .filter((row) => canAccessWorklog(ctx, 'worklogs.read', row))
    .slice(0, maxShownConflicts)
    .map((row) => conflictingWorklog.parse(toWorklog(ctx, row)));
