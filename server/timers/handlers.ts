// The endpoints of the timer. Each takes the company's facts and the worker's lock first, so that two devices of one worker
// queue up: of two stops one makes the worklog, the other finds no timer.

import type { z } from 'zod';
import type { SettledTimer, timerEndpoints } from '#contract/timers.ts';
import { problemOf } from '../http/problem.ts';
import type { CompanyContext } from '../request/context.ts';
import { newId } from '../request/ids.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { holdWorker } from '../worklogs/conflicts.ts';
import { holdTask } from '../worklogs/entry.ts';
import { toWorklog } from '../worklogs/rows.ts';
import { announce, submitEntry } from '../worklogs/submit.ts';
import { readChange, taskRefusal } from './change.ts';
import { findTimer, getTimer, removeTimer, toTimer } from './rows.ts';
import { type Settled, settle } from './settle.ts';

export const timerHandlers: Handlers<typeof timerEndpoints> = {
  getTimer: answerTimer,

  async startTimer(asked, { taskId = null, notes, zone, switchFrom, switch: isSwitch }) {
    const ctx = await holdWorker(asked);
    const seen = switchFrom ? await getTimer(ctx, switchFrom) : isSwitch ? await findTimer(ctx) : null;
    if (!seen) await ensureNoneRuns(ctx);
    ensureAllowed(await taskRefusal(ctx, taskId));
    const settled = seen ? await settle(ctx, seen) : null;
    if (settled?.end !== 'kept') await begin(ctx, { taskId, notes, zone: zone ?? ctx.company.timeZone });
    tellOwn(ctx);
    return answerSettled(ctx, settled);
  },

  async changeTimer(asked, { companyId, timerId, version, ...typed }) {
    const ctx = await holdWorker(asked);
    const timer = await getTimer(ctx, { timerId, version });
    const change = await readChange(ctx, timer, typed);
    await ctx.db
      .updateTable('timers')
      .set({ ...change, version: version + 1 })
      .where('companyId', '=', companyId)
      .where('id', '=', timerId)
      .execute();
    tellOwn(ctx);
    return answerTimer(ctx);
  },

  async stopTimer(asked, seen) {
    const ctx = await holdWorker(asked);
    const settled = await settle(ctx, await getTimer(ctx, seen));
    tellOwn(ctx);
    return answerSettled(ctx, settled);
  },

  async submitTimer(asked, { companyId: _, timerId, version, ...typed }) {
    const [ctx, task] = await Promise.all([holdWorker(asked), holdTask(asked, typed.taskId)]);
    const timer = await getTimer(ctx, { timerId, version });
    const worklog = await submitEntry(ctx, typed, task);
    await removeTimer(ctx, timer);
    announce(ctx);
    tellOwn(ctx);
    return toWorklog(ctx, worklog);
  },

  async discardTimer(asked, seen) {
    const ctx = await holdWorker(asked);
    await removeTimer(ctx, await getTimer(ctx, seen));
    tellOwn(ctx);
    return null;
  },
};

async function ensureNoneRuns(ctx: CompanyContext): Promise<void> {
  const running = await findTimer(ctx);
  if (running) throw refused('timer.running', { extra: { timer: toTimer(running) } });
}

/** It begins by the clock of the database, in the moment in which the one before it ended. */
const begin = (ctx: CompanyContext, typed: { taskId: string | null; notes: string; zone: string }) =>
  ctx.db
    .insertInto('timers')
    .values({ ...typed, companyId: ctx.company.id, userId: ctx.person.id, id: newId(), startedAt: ctx.now })
    .execute();

const tellOwn = (ctx: CompanyContext) => ctx.changedFor({ companyId: ctx.company.id, userId: ctx.person.id }, 'timer');

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

function keptRefusal(ctx: CompanyContext, { refusals }: Extract<Settled, { end: 'kept' }>): SettledTimer['refusal'] {
  const { requestId: _, ...refusal } = problemOf(refusals, ctx.locale, '');
  return refusal;
}
