// What a worker has on a company day: pending and approved time, which the policy of the longest day bounds.
// Whoever makes time count holds the worker's lock (conflicts.ts) first, so that two devices never each see room for their own.

import { sql } from 'kysely';
import type { Day } from '#domain/calendar.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { countedStatuses } from '#domain/totals.ts';
import { type Decision, lengthRefusal } from '#domain/worklogs.ts';
import type { CompanyContext } from '../request/context.ts';
import type { WorklogRow } from './rows.ts';

type WorkerDay = { workerId: string; day: Day; except: string | null };

/** Not asked for where no policy bounds it. */
export async function countedMinutes(ctx: CompanyContext, { workerId, day, except }: WorkerDay): Promise<number> {
  if (ctx.company.longestDayMinutes === null) return 0;
  const { minutes } = await ctx.db
    .selectFrom('worklogs')
    .where('companyId', '=', ctx.company.id)
    .where('workerId', '=', workerId)
    .where('day', '=', day)
    .where('kind', '=', 'timed')
    .where('status', 'in', [...countedStatuses])
    .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
    .select(sql<number>`coalesce(sum(minutes), 0)`.as('minutes'))
    .executeTakeFirstOrThrow();
  return minutes;
}

/** A rejected worklog counts for nothing; reopened it counts again, beside those that are reopened in the same breath. */
export async function recountRefusal(
  ctx: CompanyContext,
  decision: Decision,
  row: WorklogRow | undefined,
  accepted: readonly WorklogRow[],
): Promise<Refusal | null> {
  if (decision !== 'reopen' || row?.status !== 'rejected' || row.minutes === null) return null;
  const together = accepted.filter(
    ({ status, workerId, day }) => status === 'rejected' && workerId === row.workerId && day === row.day,
  );
  const otherMinutes =
    (await countedMinutes(ctx, { ...row, except: row.id })) +
    together.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  return withoutSums(lengthRefusal(row.minutes, { policies: ctx.company, otherMinutes }));
}

/** Whoever reopens may not see all that the worker logged on the day, so they are not told how much it is either. */
const withoutSums = (refusal: Refusal | null): Refusal | null =>
  refusal?.code === 'worklog.day-too-long'
    ? refuse('worklog.day-too-long-again', { params: { longestMinutes: refusal.params?.longestMinutes ?? 0 } })
    : refusal;
