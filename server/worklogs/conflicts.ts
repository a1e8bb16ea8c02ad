// Overlaps of one worker's timed worklogs. The exclusion constraint is the guard; this finds what is in the way, to tell it.
// The member row is locked first: writers of one worker queue up there instead of deadlocking in the constraint's index.

import { sql } from 'kysely';
import { conflictingWorklog } from '#contract/worklogs.ts';
import { refuse } from '#domain/reasons.ts';
import type { CompanyContext } from '../context.ts';
import { Refused } from '../refused.ts';
import { reaches, selectWorklogs, toWorklog, type WorklogRow } from './rows.ts';

export async function lockWorker(ctx: CompanyContext, workerId: string): Promise<void> {
  await ctx.db
    .selectFrom('members')
    .select('userId')
    .where('companyId', '=', ctx.company.id)
    .where('userId', '=', workerId)
    .forNoKeyUpdate()
    .execute();
}

type Interval = { workerId: string; startsAt: Date | null; endsAt: Date | null; except: string | null };

/** Refuses when something is in the way; what it is travels with the refusal, as far as the caller may see it. */
export async function ensureNoConflict(ctx: CompanyContext, interval: Interval): Promise<void> {
  const inTheWay = await findInTheWay(ctx, interval);
  if (inTheWay.length === 0) return;
  const conflicts = inTheWay
    .filter((row) => reaches(ctx, 'worklogs.read', row))
    .map((row) => conflictingWorklog.parse(toWorklog(ctx, row)));
  throw new Refused([refuse('worklog.conflict', { extra: { conflicts } })]);
}

/** Everything in the way, also what the caller may not see: what is in the way of a worker does not depend on who looks. */
export async function findInTheWay(
  ctx: CompanyContext,
  { workerId, startsAt, endsAt, except }: Interval,
): Promise<WorklogRow[]> {
  if (!startsAt || !endsAt) return [];
  return selectWorklogs(ctx)
    .where('w.companyId', '=', ctx.company.id)
    .where('w.workerId', '=', workerId)
    .where('w.kind', '=', 'timed')
    .where('w.status', 'in', ['pending', 'approved'])
    .where(sql<boolean>`tstzrange(w.starts_at, w.ends_at) && tstzrange(${startsAt}, ${endsAt})`)
    .$if(except !== null, (query) => query.where('w.id', '<>', except ?? ''))
    .orderBy('w.startsAt')
    .limit(20)
    .execute();
}
