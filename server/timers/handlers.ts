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
import { toWorklog } from '../worklogs/rows.ts';
import { publishWorklogs, submitEntry } from '../worklogs/submit.ts';
import { readChange, taskRefusal } from './change.ts';
import { findTimer, getTimer, removeTimer, toTimer } from './rows.ts';
import { type Settled, settle } from './settle.ts';

export const timerHandlers: Handlers<typeof timerEndpoints> = {
  getTimer: answerTimer,

  async startTimer(ctx, { taskId = null, notes, zone, switchFrom, switch: isSwitch }) {
    const locked = await lockWorkerAndFacts(ctx);
    const seen = switchFrom ? await getTimer(locked, switchFrom) : isSwitch ? await findTimer(locked) : null;
    if (!seen) await ensureNoneRuns(locked);
    ensureAllowed(await taskRefusal(locked, taskId));
    const settled = seen ? await settle(locked, seen) : null;
    if (settled?.end !== 'kept') await begin(locked, { taskId, notes, zone: zone ?? locked.company.timeZone });
    publishTimer(locked);
    return answerSettled(locked, settled);
  },

  async changeTimer(ctx, { companyId, timerId, version, ...typed }) {
    const locked = await lockWorkerAndFacts(ctx);
    const timer = await getTimer(locked, { timerId, version });
    const change = await readChange(locked, timer, typed);
    await locked.db
      .updateTable('timers')
      .set({ ...change, version: version + 1 })
      .where('companyId', '=', companyId)
      .where('id', '=', timerId)
      .execute();
    publishTimer(locked);
    return answerTimer(locked);
  },

  async stopTimer(ctx, seen) {
    const locked = await lockWorkerAndFacts(ctx);
    const settled = await settle(locked, await getTimer(locked, seen));
    publishTimer(locked);
    return answerSettled(locked, settled);
  },

  async submitTimer(ctx, { companyId: _, timerId, version, ...typed }) {
    const [locked, task] = await inOrder([lockWorkerAndFacts(ctx), lockTask(ctx, typed.taskId, ctx.person.id)]);
    const timer = await getTimer(locked, { timerId, version });
    const worklog = await submitEntry(locked, { typed, task, workerId: ctx.person.id });
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

/** Starts by the clock of the database, at the moment when the previous timer ended. */
const begin = (ctx: CompanyContext, typed: { taskId: string | null; notes: string; zone: string }) =>
  ctx.db
    .insertInto('timers')
    .values({ ...typed, companyId: ctx.company.id, userId: ctx.person.id, id: newId(), startedAt: ctx.now })
    .execute();

const publishTimer = (ctx: CompanyContext) =>
  ctx.changedFor({ companyId: ctx.company.id, userId: ctx.person.id }, 'timer');

async function answerTimer(ctx: CompanyContext) {
  const timer = await findTimer(ctx);
  return { timer: timer ? toTimer(timer) : null, now: ctx.now.toISOString() };
}

async function answerSettled(
  ctx: CompanyContext,
  settled: Settled | null,
): Promise<z.input<typeof timerEndpoints.stopTimer.output>> {
  return {
    ...(await answerTimer(ctx)),
    worklog: settled?.end === 'submitted' ? toWorklog(ctx, settled.worklog) : null,
    isDiscarded: settled?.end === 'discarded',
    refusal: settled?.end === 'kept' ? keptRefusal(ctx, settled) : null,
  };
}

function keptRefusal(ctx: CompanyContext, { refusals }: Extract<Settled, { end: 'kept' }>): StoppedTimer['refusal'] {
  const { requestId: _, ...refusal } = problemOf(refusals, ctx.locale, '');
  return refusal;
}
