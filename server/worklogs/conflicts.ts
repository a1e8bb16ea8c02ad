// Overlaps of one worker's timed worklogs. The database is the guard (0004, 0021); this finds what is in the way, to tell it.
// The member row is locked first: writers of one worker queue up there instead of deadlocking in the constraint's index.

import { sql } from 'kysely';
import { type ConflictingWorklog, conflictingWorklog } from '#contract/worklogs.ts';
import { prepared } from '../db/transact.ts';
import { holdCompanyFacts } from '../request/company-facts.ts';
import type { CompanyContext } from '../request/context.ts';
import { dayReach, reaches, selectWorklogs, toWorklog, type WorklogRow } from './rows.ts';

/** What every write of a worker's time holds on to: the company as it is, then the worker. */
export async function holdWorker(asked: CompanyContext): Promise<CompanyContext> {
  const [ctx] = await Promise.all([holdCompanyFacts(asked), lockWorker(asked, asked.person.id)]);
  return ctx;
}

export async function lockWorker(ctx: CompanyContext, workerId: string): Promise<void> {
  await prepared(
    ctx.db,
    sql`select from members where company_id = ${ctx.company.id} and user_id = ${workerId} for no key update`,
  );
}

type Interval = { workerId: string; startsAt: Date | null; endsAt: Date | null; except: string | null };

/** Everything in the way, also what the caller may not see: what is in the way of a worker does not depend on who looks. */
export async function findInTheWay(
  ctx: CompanyContext,
  { workerId, startsAt, endsAt, except }: Interval,
): Promise<WorklogRow[]> {
  if (!startsAt || !endsAt) return [];
  return prepared(
    ctx.db,
    selectWorklogs(ctx)
      .where('w.companyId', '=', ctx.company.id)
      .where('w.workerId', '=', workerId)
      .where(takesTime)
      .where(sql<boolean>`tstzrange(w.starts_at, w.ends_at) && tstzrange(${startsAt}, ${endsAt})`)
      // Of a worker's thousands only those of the days around are looked at.
      .where(sql<boolean>`w.day between (${startsAt}::timestamptz at time zone 'UTC')::date - ${dayReach}::int
      and (${endsAt}::timestamptz at time zone 'UTC')::date + ${dayReach}::int`)
      .$if(except !== null, (query) => query.where('w.id', '<>', except ?? ''))
      .orderBy('w.startsAt')
      .limit(mostInTheWay),
  );
}

/** In words and not as values: a plan that holds for all values could not use the indexes of only these. */
const takesTime = sql<boolean>`w.kind = 'timed' and w.status in ('pending', 'approved')`;

/** More than fit into one day of quarter hours are never listed. */
const mostInTheWay = 100;

/** As it travels with a refusal: only what the caller may see, and no more than a person would read. */
export const shownConflicts = (ctx: CompanyContext, inTheWay: readonly WorklogRow[]): ConflictingWorklog[] =>
  inTheWay
    .filter((row) => reaches(ctx, 'worklogs.read', row))
    .slice(0, 20)
    .map((row) => conflictingWorklog.parse(toWorklog(ctx, row)));
