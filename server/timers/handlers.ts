// The endpoints of the timer. Each locks the company's facts and the worker first, so that concurrent requests of one worker are
// serialised: of two stops one creates the worklog, the other finds no timer.

import type { z } from 'zod';
import type { StoppedTimer, timerEndpoints } from '#contract/timers.ts';
import { newId } from '../db/ids.ts';
import { inOrder } from '../db/transact.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { problemOf } from '../request/problem.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { lockWorkerAndFacts } from '../worklogs/conflicts.ts';
import { lockTask } from '../worklogs/entry.ts';
import { findSubmission, isRepeated, tagsOfSubmission } from '../worklogs/repeated.ts';
import { getWorklogRow, toWorklog } from '../worklogs/rows.ts';
import { publishWorklogs, submitEntry } from '../worklogs/submit.ts';
import { isRepeatedChange, readChange, readReportedStart, taskRefusal } from './change.ts';
import { type EndedTimer, endTimer } from './end-timer.ts';
import { ensureVersionSeen, findTimer, getTimer, isStarted, newWorklogIdOf, removeTimer, toTimer } from './rows.ts';

export const timerHandlers: Handlers<typeof timerEndpoints> = {
  getTimer: timerResponse,

  async startTimer(ctx, { id, startedAt, taskId = null, notes, zone, switchFrom, switch: isSwitch }) {
    const locked = await lockWorkerAndFacts(ctx);
    if (id && (await isStarted(locked, id))) return endedResponse(locked, null);
    const seen = switchFrom ? await getTimer(locked, switchFrom) : isSwitch ? await findTimer(locked) : null;
    if (!seen) await ensureNoneRuns(locked);
    const start = readReportedStart(locked, startedAt, seen ?? null);
    ensureAllowed([await taskRefusal(locked, taskId), start.refusal].filter((refusal) => refusal !== null));
    const ended = seen ? await endTimer(locked, seen) : null;
    const columns = { id: id ?? newId(), taskId, notes, zone: zone ?? locked.company.timeZone };
    if (ended?.end !== 'kept') await begin(locked, { ...columns, startedAt: start.startedAt ?? locked.now });
    publishTimer(locked);
    return endedResponse(locked, ended);
  },

  async changeTimer(ctx, { companyId, timerId, version, ...typed }) {
    const locked = await lockWorkerAndFacts(ctx);
    const timer = await getTimer(locked, { timerId });
    if (isRepeatedChange(timer, version, typed)) return timerResponse(locked);
    ensureVersionSeen(timer, version);
    const change = await readChange(locked, timer, typed);
    await locked.db
      .updateTable('timers')
      .set({ ...change, version: version + 1 })
      .where('companyId', '=', companyId)
      .where('id', '=', timerId)
      .execute();
    publishTimer(locked);
    return timerResponse(locked);
  },

  async stopTimer(ctx, seen) {
    const locked = await lockWorkerAndFacts(ctx);
    const ended = await endTimer(locked, await getTimer(locked, seen));
    publishTimer(locked);
    return endedResponse(locked, ended);
  },

  async submitTimer(ctx, { companyId: _, timerId, version, ...typed }) {
    const tagIds = await tagsOfSubmission(ctx, timerId, typed);
    const [locked, task, known] = await inOrder([
      lockWorkerAndFacts(ctx),
      lockTask(ctx, typed.taskId, ctx.person.id),
      findSubmission(ctx, timerId),
    ]);
    if (known && isRepeated(locked, known, typed))
      return toWorklog(locked, await getWorklogRow(locked, timerId, 'worklogs.submit'));
    const timer = await getTimer(locked, { timerId, version });
    const id = await newWorklogIdOf(locked, timer);
    const worklog = await submitEntry(locked, { typed, task, workerId: ctx.person.id, tagIds, id });
    await removeTimer(locked, timer);
    publishWorklogs(locked);
    publishTimer(locked);
    return toWorklog(locked, worklog);
  },

  async discardTimer(ctx, seen) {
    const locked = await lockWorkerAndFacts(ctx);
    await removeTimer(locked, await getTimer(locked, seen));
    publishTimer(locked);
    return null;
  },
};

async function ensureNoneRuns(ctx: CompanyContext): Promise<void> {
  const running = await findTimer(ctx);
  if (running) throw refused('timer.running', { extra: { timer: toTimer(running) } });
}

type TimerColumns = { id: string; taskId: string | null; notes: string; zone: string; startedAt: Date };

/** By the clock of the database, at the moment when the previous timer ended, unless a device has measured the start. */
const begin = (ctx: CompanyContext, columns: TimerColumns) =>
  ctx.db
    .insertInto('timers')
    .values({ ...columns, companyId: ctx.company.id, userId: ctx.person.id })
    .execute();

const publishTimer = (ctx: CompanyContext) =>
  ctx.publishChangeFor({ companyId: ctx.company.id, userId: ctx.person.id }, 'timer');

async function timerResponse(ctx: CompanyContext) {
  const timer = await findTimer(ctx);
  return { timer: timer ? toTimer(timer) : null, now: ctx.now.toISOString() };
}

async function endedResponse(
  ctx: CompanyContext,
  ended: EndedTimer | null,
): Promise<z.input<typeof timerEndpoints.stopTimer.output>> {
  return {
    ...(await timerResponse(ctx)),
    worklog: ended?.end === 'submitted' ? toWorklog(ctx, ended.worklog) : null,
    isDiscarded: ended?.end === 'discarded',
    refusal: ended?.end === 'kept' ? keptRefusal(ctx, ended) : null,
  };
}

function keptRefusal(ctx: CompanyContext, { refusals }: Extract<EndedTimer, { end: 'kept' }>): StoppedTimer['refusal'] {
  const { requestId: _, ...refusal } = problemOf(refusals, ctx.locale, '');
  return refusal;
}
