// Validates what a worker entered: an accessible task, wall times as instants, the amount in minor units, and all rules of the domain
// together, so that all invalid fields are reported at once.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { worklogEndpoints } from '#contract/worklogs.ts';
import { type Day, dayOf, resolveWallTime } from '#domain/calendar.ts';
import { minutesBetween } from '#domain/duration.ts';
import { maxAmountMinor, toDecimal, toMinor } from '#domain/money.ts';
import { type LoggingFacts, loggingRefusal, type TaskKind } from '#domain/projects.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { isVisible } from '#domain/text.ts';
import { mapTexts, type WorklogField, type WorklogValues } from '#domain/worklog-fields.ts';
import { entryRefusals, isWithoutTimes, type WorklogEntry } from '#domain/worklogs.ts';
import { prepared } from '../db/transact.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { countedMinutes } from './day.ts';
import type { WorklogRow } from './rows.ts';

/** The fields of a partial update. */
export type TypedChange = Omit<
  z.output<typeof worklogEndpoints.amendWorklog.input>,
  'companyId' | 'worklogId' | 'version'
>;

/** A new worklog: texts that are absent are empty. */
export type TypedEntry = TypedChange & { taskId: string };

export type ReadyEntry = WorklogEntry & WorklogValues & { taskId: string; projectId: string };

export type AmendedWorklog = Pick<WorklogRow, WorklogField | 'id' | 'taskId' | 'kind' | 'receipts'>;

/** `task` is locked (lockTask). With `amending`, the task of the existing worklog is allowed even if the worker could not start on it. */
export type EntryInput = {
  typed: TypedChange;
  taskId: string;
  task: LockedTask | null;
  workerId: string;
  amending: AmendedWorklog | null;
};

/** Refuses with all reasons. */
export async function readEntry(
  ctx: CompanyContext,
  { typed, taskId, task, workerId, amending }: EntryInput,
): Promise<ReadyEntry> {
  if (!task || !(task.isAssigned || amending?.taskId === taskId)) throw refused('task.missing', { path: 'taskId' });
  const kept = unchangedValues(ctx, amending, task.kind);
  const zone = typed.zone ?? kept.zone;
  const times = readTimes(typed, zone, kept);
  const amount = readExpense(typed, ctx.company.currency, amending);
  const { startsAt, endsAt, minutes } = times;
  const today = dayOf(ctx.now, ctx.company.timeZone);
  const day = companyDayOf(ctx, startsAt, kept) ?? typed.day ?? kept.day ?? today;
  const entry: ReadyEntry = {
    kind: task.kind,
    taskId,
    projectId: task.projectId,
    startsAt,
    endsAt,
    minutes,
    day,
    zone,
    currency: typed.amount === undefined ? kept.currency : amount.currency,
    amountMinor: typed.amount === undefined ? kept.amountMinor : amount.minor,
    receipts: typed.receiptIds?.length ?? kept.receipts,
    ...flagAndTexts({ typed, taskId, amending }, task),
  };
  const problems = [
    ...times.refusals,
    ...(amount.refusal ? [amount.refusal] : []),
    ...fieldRefusals(task.kind, { typed, kept, times }),
  ];
  const otherMinutes = await countedMinutes(ctx, { workerId, day, except: amending?.id ?? null });
  const facts = { ...rulesFor(ctx, entry.currency), otherMinutes, before: amending };
  // A field that could not be parsed is reported only once.
  const isReported = ({ path }: Refusal) => problems.some((problem) => problem.path === path);
  const ruleRefusals = entryRefusals(asSeen(entry), facts).filter((refusal) => !isReported(refusal));
  const taskRefusal = loggingRefusal(amending?.taskId === taskId ? asLogged(task, amending, day) : task, day);
  ensureAllowed([...problems, ...ruleRefusals, ...(taskRefusal ? [taskRefusal] : [])]);
  return entry;
}

/** Notes of invisible characters only are none. */
const asSeen = (entry: ReadyEntry): ReadyEntry => (isVisible(entry.notes) ? entry : { ...entry, notes: '' });

/** What stays when it was keeps its day, also after a change of the company's time zone: null. */
function companyDayOf({ company }: CompanyContext, startsAt: Date | null, kept: { startsAt: Date | null }): Day | null {
  const isMoved = startsAt !== null && startsAt.getTime() !== kept.startsAt?.getTime();
  return isMoved ? dayOf(startsAt, company.timeZone) : null;
}

/** Another task brings its own default of whether worklogs are billable. */
const flagAndTexts = (
  { typed, taskId, amending }: Pick<EntryInput, 'typed' | 'taskId' | 'amending'>,
  { isBillable }: LockedTask,
) => ({
  isBillable: typed.isBillable ?? (amending?.taskId === taskId ? amending.isBillable : isBillable),
  ...mapTexts((name) => typed[name] ?? amending?.[name] ?? ''),
});

type Times = Pick<WorklogValues, 'startsAt' | 'endsAt' | 'minutes'>;

/** Times and minutes replace each other: a change that names neither keeps both. */
export function readTimes(typed: TypedChange, zone: string, kept: Times): Times & { refusals: Refusal[] } {
  const namesTimes = typed.start !== undefined || typed.end !== undefined;
  if (typed.minutes !== undefined) {
    const refusals = namesTimes ? [refuse('worklog.times-or-minutes', { path: 'minutes' })] : [];
    return { startsAt: null, endsAt: null, minutes: typed.minutes, refusals };
  }
  if (!namesTimes) return { startsAt: kept.startsAt, endsAt: kept.endsAt, minutes: kept.minutes, refusals: [] };
  const start = typed.start ? resolveWallTime(typed.start, zone, typed.startOffset, 'start') : null;
  const end = typed.end ? resolveWallTime(typed.end, zone, typed.endOffset, 'end') : null;
  const startsAt = typed.start ? (start?.at ?? null) : kept.startsAt;
  const endsAt = typed.end ? (end?.at ?? null) : kept.endsAt;
  return {
    startsAt,
    endsAt,
    minutes: startsAt && endsAt ? minutesBetween(startsAt, endsAt) : null,
    refusals: [start?.refusal, end?.refusal].filter((refusal) => refusal !== null && refusal !== undefined),
  };
}

type Fields = { typed: TypedChange; kept: { day: Day | null }; times: Times };

/** Fields that the kind of task requires or does not have. */
function fieldRefusals(kind: TaskKind, { typed, kept, times }: Fields): Refusal[] {
  if (kind === 'expense' || isWithoutTimes(times))
    return typed.day || kept.day ? [] : [refuse('field.required', { path: 'day' })];
  return [
    ...(typed.start || times.startsAt ? [] : [refuse('field.required', { path: 'start' })]),
    ...(typed.end || times.endsAt ? [] : [refuse('field.required', { path: 'end' })]),
    ...(typed.day ? [refuse('field.unknown', { path: 'day' })] : []),
  ];
}

/** The limit for receipts is in the currency of the company: only zero means the same in an earlier one. */
function rulesFor({ company, now }: CompanyContext, currency: string) {
  const isComparable = currency === company.currency || company.receiptAboveMinor === 0;
  return { now, zone: company.timeZone, policies: isComparable ? company : { ...company, receiptAboveMinor: null } };
}

/**
 * Values that a change does not name. With a task of another kind only common ones are kept. An amount stays in its currency, which
 * may be an earlier one of the company.
 */
function unchangedValues({ company }: CompanyContext, amending: AmendedWorklog | null, kind: TaskKind) {
  const isSameKind = amending?.kind === kind;
  const keepsAmount = isSameKind && amending.amountMinor !== null;
  return {
    startsAt: isSameKind ? amending.startsAt : null,
    endsAt: isSameKind ? amending.endsAt : null,
    minutes: isSameKind ? amending.minutes : null,
    zone: amending?.zone ?? company.timeZone,
    day: amending?.day ?? null,
    amountMinor: keepsAmount ? amending.amountMinor : null,
    currency: keepsAmount ? amending.currency : company.currency,
    receipts: amending?.receipts ?? 0,
  };
}

/** An existing worklog may be amended after its task was closed or archived, and on the same day outside the project's dates. */
const asLogged = (task: LoggingFacts, before: AmendedWorklog, day: Day): LoggingFacts => ({
  ...task,
  taskClosedAt: null,
  projectArchivedAt: null,
  ...(before.day === day ? { projectStartsOn: null, projectEndsOn: null } : {}),
});

type Expense = { minor: number | null; currency: string; refusal: Refusal | null };

/** Typed before the currency of the company was changed, the number would be another amount now. One that the worklog has stays. */
function readExpense(
  { amount, currency = '' }: TypedChange,
  current: string,
  amending: AmendedWorklog | null,
): Expense {
  const isCurrent = currency === current || currency === '' || amount === undefined || amount.trim() === '';
  if (isCurrent) return { ...readAmount(amount, current), currency: current };
  const isKept = amending?.currency === currency && amending.amountMinor === toMinor(amount, currency);
  if (isKept) return { minor: amending.amountMinor, currency, refusal: null };
  const refusal = refuse('worklog.currency-changed', { path: 'amount', params: { currency: current } });
  return { minor: null, currency: current, refusal };
}

export function readAmount(
  typed: string | undefined,
  currency: string,
): { minor: number | null; refusal: Refusal | null } {
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

export type LockedTask = LoggingFacts & { kind: TaskKind; projectId: string; isBillable: boolean };

/** Locks the task and its project: archiving, closing or reassigning waits for this transaction, and vice versa. */
export async function lockTask(ctx: CompanyContext, taskId: string, workerId: string): Promise<LockedTask | null> {
  const [task] = await prepared(
    ctx.db,
    sql<LockedTask>`select * from lock_task(${ctx.company.id}, ${taskId}, ${workerId})`,
  );
  return task ?? null;
}
