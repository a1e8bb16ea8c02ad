// Changes of a running or stopped timer: its task, its notes, its start, and continuing a stopped one.

import type { z } from 'zod';
import type { timerEndpoints } from '#contract/timers.ts';
import { dayOf, resolveWallTime } from '#domain/calendar.ts';
import { loggingRefusal } from '#domain/projects.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { reportedStart, timerStartRefusal, timerTaskRefusal } from '#domain/timers.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureAllowed } from '../request/refused.ts';
import { lockTask } from '../worklogs/entry.ts';
import type { TimerRow } from './rows.ts';

type Typed = Omit<z.output<typeof timerEndpoints.changeTimer.input>, 'companyId' | 'timerId' | 'version'>;

/** Returns the changed columns, or refuses with all reasons. */
export async function readChange(ctx: CompanyContext, timer: TimerRow, typed: Typed) {
  const { taskId, notes, resume } = typed;
  const stoppedAt = resume ? null : timer.stoppedAt;
  const moved = readStart(ctx, { ...timer, stoppedAt }, typed);
  const isOtherTask = taskId !== undefined && taskId !== timer.taskId;
  const onTask = isOtherTask ? await taskRefusal(ctx, taskId) : null;
  ensureAllowed([onTask, moved.refusal].filter((refusal) => refusal !== null));
  return {
    stoppedAt,
    ...(moved.startedAt ? { startedAt: moved.startedAt } : {}),
    ...(taskId === undefined ? {} : { taskId }),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** A change whose response was lost, sent again: the timer is what it asks for, in the version that followed. */
export function isRepeatedChange(timer: TimerRow, version: number, typed: Typed): boolean {
  const { taskId = timer.taskId, notes = timer.notes, start, startOffset, resume } = typed;
  const startedAt = start === undefined ? timer.startedAt : resolveWallTime(start, timer.zone, startOffset, 'start').at;
  return (
    timer.version === version + 1 &&
    taskId === timer.taskId &&
    notes === timer.notes &&
    startedAt?.getTime() === timer.startedAt.getTime() &&
    !(resume && timer.stoppedAt)
  );
}

/** When a timer begins that was started on a device without a connection. `previous`: a timer that the same request ends now. */
export function readReportedStart(
  { company, now }: CompanyContext,
  reported: string | undefined,
  previous: TimerRow | null,
): MovedStart {
  if (reported === undefined) return { startedAt: null, refusal: null };
  if (previous) return { startedAt: null, refusal: refuse('field.invalid', { path: 'startedAt' }) };
  const startedAt = reportedStart(new Date(reported), now);
  const facts = { ...company, now, zone: company.timeZone };
  const refusal = timerStartRefusal({ startedAt, stoppedAt: null }, facts);
  return { startedAt, refusal: refusal && { ...refusal, path: 'startedAt' } };
}

type MovedStart = { startedAt: Date | null; refusal: Refusal | null };

function readStart(ctx: CompanyContext, timer: TimerRow, { start, startOffset }: Typed): MovedStart {
  if (start === undefined) return { startedAt: null, refusal: null };
  const { at, refusal } = resolveWallTime(start, timer.zone, startOffset, 'start');
  if (!at) return { startedAt: null, refusal };
  const facts = { ...ctx.company, now: ctx.now, zone: ctx.company.timeZone };
  return { startedAt: at, refusal: timerStartRefusal({ ...timer, startedAt: at }, facts) };
}

/** Whether the task accepts worklogs today: checked at the start already, and again when the timer becomes a worklog. */
export async function taskRefusal(ctx: CompanyContext, taskId: string | null): Promise<Refusal | null> {
  if (taskId === null) return null;
  const task = await lockTask(ctx, taskId, ctx.person.id);
  if (!task?.isAssigned) return refuse('task.missing', { path: 'taskId' });
  return timerTaskRefusal(task.kind) ?? loggingRefusal(task, dayOf(ctx.now, ctx.company.timeZone));
}
