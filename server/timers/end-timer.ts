// Ends a timer: submits its worklog and deletes the timer in one transaction, so that never both or neither exist. If a rule or
// another worklog prevents that, only the time of the stop is recorded.

import { type Refusal, refuse } from '#domain/reasons.ts';
import { isTimerTooShort, timerEnd, timerWallTimes } from '#domain/timers.ts';
import type { CompanyContext } from '../request/context.ts';
import { RefusalError } from '../request/refused.ts';
import { attempt } from '../request/savepoint.ts';
import { lockTask } from '../worklogs/entry.ts';
import type { WorklogRow } from '../worklogs/rows.ts';
import { publishWorklogs, submitEntry } from '../worklogs/submit.ts';
import { newWorklogIdOf, removeTimer, type TimerRow } from './rows.ts';

export type EndedTimer =
  | { end: 'submitted'; worklog: WorklogRow }
  | { end: 'discarded' }
  | { end: 'kept'; refusals: readonly Refusal[] };

/** The caller has locked the company's facts and the worker. */
export async function endTimer(ctx: CompanyContext, timer: TimerRow): Promise<EndedTimer> {
  if (isTimerTooShort(timer, ctx.now)) {
    await removeTimer(ctx, timer);
    return { end: 'discarded' };
  }
  const outcome = await attempt(ctx.db, () => submitMeasured(ctx, timer));
  if (outcome instanceof RefusalError) {
    await keepStopped(ctx, timer);
    return { end: 'kept', refusals: outcome.refusals };
  }
  await removeTimer(ctx, timer);
  publishWorklogs(ctx);
  return { end: 'submitted', worklog: outcome };
}

async function submitMeasured(ctx: CompanyContext, timer: TimerRow): Promise<WorklogRow> {
  const { taskId, notes } = timer;
  if (taskId === null) throw new RefusalError([refuse('field.required', { path: 'taskId' })]);
  const typed = { ...timerWallTimes(timer, ctx.now), taskId, notes, confirmOverlap: false };
  const workerId = ctx.person.id;
  const id = await newWorklogIdOf(ctx, timer);
  return submitEntry(ctx, { typed, task: await lockTask(ctx, taskId, workerId), workerId, id });
}

async function keepStopped(ctx: CompanyContext, timer: TimerRow): Promise<void> {
  await ctx.db
    .updateTable('timers')
    .set((eb) => ({ stoppedAt: timerEnd(timer, ctx.now), version: eb('version', '+', 1) }))
    .where('companyId', '=', ctx.company.id)
    .where('id', '=', timer.id)
    .where('stoppedAt', 'is', null)
    .execute();
}
