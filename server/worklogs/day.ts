// The pending and approved minutes of a worker on a company day, for the policy that limits a day.
// Every write that adds counted time locks the worker first (conflicts.ts), so that concurrent requests cannot exceed the limit.

import { sql } from 'kysely';
import type { Day } from '#domain/calendar.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { countedStatuses } from '#domain/totals.ts';
import { type Decision, durationRefusal, restoresTime } from '#domain/worklogs.ts';
import type { CompanyContext } from '../request/context.ts';
import type { WorklogRow } from './rows.ts';

type WorkerDay = { workerId: string; day: Day; except: string | null };

/** 0 without a query if no policy limits the day. */
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

/** A rejected worklog does not count; reopened it counts again, together with those reopened in the same request. */
export async function recountRefusal(
  ctx: CompanyContext,
  decision: Decision,
  row: WorklogRow | undefined,
  accepted: readonly WorklogRow[],
): Promise<Refusal | null> {
  if (!row || row.minutes === null || !restoresTime(decision, row.status)) return null;
  const together = accepted.filter(
    ({ status, workerId, day }) => status === 'rejected' && workerId === row.workerId && day === row.day,
  );
  const otherMinutes =
    (await countedMinutes(ctx, { ...row, except: row.id })) +
    together.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  const refusal = durationRefusal(row.minutes, { policies: ctx.company, otherMinutes });
  return refusal && withoutMinutes(refusal, 'worklog.day-too-long-again');
}

/** For people who may not see all worklogs of the worker's day: the refusal omits their sum. */
export const withoutMinutes = (
  refusal: Refusal,
  code: 'worklog.day-too-long-again' | 'worklog.day-too-long-for-worker',
): Refusal =>
  refusal.code === 'worklog.day-too-long'
    ? refuse(code, { params: { longestMinutes: refusal.params?.longestMinutes ?? 0 } })
    : refusal;
