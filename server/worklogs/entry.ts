// Validates what a worker entered: an accessible task, wall times as instants, the amount in minor units, and all rules of the domain
// together, so that all invalid fields are reported at once.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { worklogEndpoints } from '#contract/worklogs.ts';
import { type Day, dayOf, resolveWallTime } from '#domain/calendar.ts';
import { maxAmountMinor, toDecimal, toMinor } from '#domain/money.ts';
import { type LoggingFacts, loggingRefusal, type TaskKind } from '#domain/projects.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { entryRefusals, type WorklogEntry } from '#domain/worklogs.ts';
import { prepared } from '../db/transact.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { countedMinutes } from './day.ts';
import type { WorklogRow } from './rows.ts';

export type TypedEntry = Omit<z.output<typeof worklogEndpoints.submitWorklog.input>, 'companyId'>;

/** The fields of a partial update. */
type TypedChange = Omit<z.output<typeof worklogEndpoints.amendWorklog.input>, 'companyId' | 'worklogId' | 'version'>;

export type ReadyEntry = WorklogEntry & { taskId: string; projectId: string; zone: string };

export type AmendedWorklog = Pick<
  WorklogRow,
  'id' | 'taskId' | 'kind' | 'startsAt' | 'endsAt' | 'zone' | 'day' | 'amountMinor' | 'currency' | 'notes' | 'receipts'
>;

/** `task` is locked (lockTask). With `amending`, the task of the existing worklog is allowed even if the worker could not start on it. */
export type EntryInput = {
  typed: TypedChange;
  taskId: string;
  task: LockedTask | null;
  amending: AmendedWorklog | null;
};

/** Refuses with all reasons. */
export async function readEntry(
  ctx: CompanyContext,
  { typed, taskId, task, amending }: EntryInput,
): Promise<ReadyEntry> {
  if (!task || !(task.isAssigned || amending?.taskId === taskId)) throw refused('task.missing', { path: 'taskId' });
  const kept = unchangedValues(ctx, amending, task.kind);
  const zone = typed.zone ?? kept.zone;
  const problems: Refusal[] = [];
  const add = (refusal: Refusal | null) => {
    if (refusal) problems.push(refusal);
  };

  const start = typed.start ? resolveWallTime(typed.start, zone, typed.startOffset, 'start') : null;
  const end = typed.end ? resolveWallTime(typed.end, zone, typed.endOffset, 'end') : null;
  add(start?.refusal ?? null);
  add(end?.refusal ?? null);
  const amount = readAmount(typed.amount, ctx.company.currency);
  add(amount.refusal);
  const startsAt = typed.start ? (start?.at ?? null) : kept.startsAt;
  const endsAt = typed.end ? (end?.at ?? null) : kept.endsAt;
  if (task.kind === 'timed' && !typed.start && !startsAt) add(refuse('field.required', { path: 'start' }));
  if (task.kind === 'timed' && !typed.end && !endsAt) add(refuse('field.required', { path: 'end' }));
  if (task.kind === 'expense' && !typed.day && !kept.day) add(refuse('field.required', { path: 'day' }));
  if (task.kind === 'timed' && typed.day) add(refuse('field.unknown', { path: 'day' }));

  const day = startsAt
    ? dayOf(startsAt, ctx.company.timeZone)
    : (typed.day ?? kept.day ?? dayOf(ctx.now, ctx.company.timeZone));
  const entry: ReadyEntry = {
    kind: task.kind,
    taskId,
    projectId: task.projectId,
    startsAt,
    endsAt,
    day,
    zone,
    amountMinor: typed.amount === undefined ? kept.amountMinor : amount.minor,
    receipts: typed.receiptIds?.length ?? kept.receipts,
    notes: typed.notes ?? kept.notes,
  };
  const invalidPaths = new Set(problems.map((problem) => problem.path));
  const facts = {
    now: ctx.now,
    zone: ctx.company.timeZone,
    policies: ctx.company,
    otherMinutes: await countedMinutes(ctx, { workerId: ctx.person.id, day, except: amending?.id ?? null }),
  };
  // A field that could not be parsed is reported only once.
  problems.push(...entryRefusals(entry, facts).filter((problem) => !invalidPaths.has(problem.path)));
  add(loggingRefusal(amending?.taskId === taskId ? asLogged(task, amending, day) : task, day));
  ensureAllowed(problems);
  return entry;
}

/** Values that a change does not name. With a task of another kind only common ones are kept; an amount only in the same currency. */
function unchangedValues({ company }: CompanyContext, amending: AmendedWorklog | null, kind: TaskKind) {
  const isSameKind = amending?.kind === kind;
  const isSameCurrency = amending?.currency === company.currency;
  return {
    startsAt: isSameKind ? amending.startsAt : null,
    endsAt: isSameKind ? amending.endsAt : null,
    zone: amending?.zone ?? company.timeZone,
    day: amending?.day ?? null,
    amountMinor: isSameKind && isSameCurrency ? amending.amountMinor : null,
    receipts: amending?.receipts ?? 0,
    notes: amending?.notes ?? '',
  };
}

/** An existing worklog may be amended after its task was closed or archived, and on the same day outside the project's dates. */
const asLogged = (task: LoggingFacts, before: AmendedWorklog, day: Day): LoggingFacts => ({
  ...task,
  taskClosedAt: null,
  projectArchivedAt: null,
  ...(before.day === day ? { projectStartsOn: null, projectEndsOn: null } : {}),
});

function readAmount(typed: string | undefined, currency: string): { minor: number | null; refusal: Refusal | null } {
  if (typed === undefined || typed.trim() === '') return { minor: null, refusal: null };
  const minor = toMinor(typed, currency);
  if (minor === null) return { minor: null, refusal: refuse('field.invalid', { path: 'amount' }) };
  if (minor <= 0) return { minor: null, refusal: refuse('worklog.amount-required', { path: 'amount' }) };
  if (minor > maxAmountMinor)
    return {
      minor: null,
      refusal: refuse('field.too-large', {
        path: 'amount',
        params: { maximum: Number(toDecimal(maxAmountMinor, currency)) },
      }),
    };
  return { minor, refusal: null };
}

export type LockedTask = LoggingFacts & { kind: TaskKind; projectId: string };

/** Locks the task and its project: archiving, closing or reassigning waits for this transaction, and vice versa. */
export async function lockTask(ctx: CompanyContext, taskId: string): Promise<LockedTask | null> {
  const [task] = await prepared(
    ctx.db,
    sql<LockedTask>`select * from hold_task(${ctx.company.id}, ${taskId}, ${ctx.person.id})`,
  );
  return task ?? null;
}
