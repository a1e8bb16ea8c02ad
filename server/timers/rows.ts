// The caller's timer in the company: finding, reading and ending it. Its primary key allows only one.

import type { z } from 'zod';
import type { timer as timerSchema } from '#contract/timers.ts';
import type { CompanyContext, PersonContext } from '../request/context.ts';
import { ensureFound, refused } from '../request/refused.ts';
import { clientNameColumn } from '../request/tasks.ts';
import { findSubmission } from '../worklogs/repeated.ts';

const selectTimer = (ctx: CompanyContext) =>
  timerWithTask(ctx, ctx.company.id)
    .select(['r.id', 'r.taskId', 'r.startedAt', 'r.stoppedAt', 'r.zone', 'r.notes', 'r.version'])
    .select(['t.name as taskName', 'p.id as projectId', 'p.name as projectName', 'p.colour'])
    .select(clientNameColumn(ctx.company));

/** The timer `r` of the person in a company, with its task `t` and project `p`. */
export const timerWithTask = ({ db, person }: PersonContext, companyId: string) =>
  db
    .selectFrom('timers as r')
    .leftJoin('tasks as t', (join) => join.onRef('t.companyId', '=', 'r.companyId').onRef('t.id', '=', 'r.taskId'))
    .leftJoin('projects as p', (join) =>
      join.onRef('p.companyId', '=', 't.companyId').onRef('p.id', '=', 't.projectId'),
    )
    .where('r.companyId', '=', companyId)
    .where('r.userId', '=', person.id);

export type TimerRow = Awaited<ReturnType<ReturnType<typeof selectTimer>['executeTakeFirstOrThrow']>>;

export const findTimer = (ctx: CompanyContext): Promise<TimerRow | undefined> => selectTimer(ctx).executeTakeFirst();

/** Clients that do not read timers before they act omit the version. */
export type SeenTimer = { timerId: string; version?: number | undefined };

/** The timer that the caller saw; refuses if it was replaced or changed. Under the worker's lock. */
export async function getTimer(ctx: CompanyContext, { timerId, version }: SeenTimer): Promise<TimerRow> {
  const timer = ensureFound(await selectTimer(ctx).where('r.id', '=', timerId).executeTakeFirst(), 'timer.missing');
  if (version !== undefined) ensureVersionSeen(timer, version);
  return timer;
}

export function ensureVersionSeen(timer: TimerRow, version: number): void {
  if (timer.version !== version) throw refused('timer.changed-since-seen', { extra: { timer: toTimer(timer) } });
}

/**
 * A timer becomes a worklog of the same id, so that a repeated start or submission is recognised at any time. Undefined, for another
 * id, if that belongs to a worklog already that was submitted without this timer.
 */
export const newWorklogIdOf = async (ctx: CompanyContext, { id }: TimerRow): Promise<string | undefined> =>
  (await findSubmission(ctx, id)) === null ? id : undefined;

/** Whether the caller has started a timer of this id, also if it has become a worklog since. Refuses an id of somebody else. */
export async function isStarted(ctx: CompanyContext, id: string): Promise<boolean> {
  const timer = await ctx.db
    .selectFrom('timers')
    .where('companyId', '=', ctx.company.id)
    .where('id', '=', id)
    .select('userId as ownerId')
    .executeTakeFirst();
  const ownerId = timer?.ownerId ?? (await findSubmission(ctx, id))?.authorId;
  if (ownerId !== undefined && ownerId !== ctx.person.id) throw refused('timer.id-taken', { path: 'id' });
  return ownerId !== undefined;
}

export async function removeTimer(ctx: CompanyContext, { id }: TimerRow): Promise<void> {
  await ctx.db.deleteFrom('timers').where('companyId', '=', ctx.company.id).where('id', '=', id).execute();
}

export function toTimer(row: TimerRow): z.input<typeof timerSchema> {
  const { taskId, taskName, projectId, projectName, clientName, colour, startedAt, stoppedAt, ...rest } = row;
  const isNamed = taskId && taskName !== null && projectId && projectName !== null && colour;
  return {
    ...rest,
    task: isNamed ? { taskId, taskName, projectId, projectName, clientName, colour } : null,
    startedAt: startedAt.toISOString(),
    stoppedAt: stoppedAt?.toISOString() ?? null,
  };
}
