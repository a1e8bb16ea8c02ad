// Submits a new worklog: used by the form, quick entry, copies of a day, the timer, and entering worklogs for others.
// The caller has locked the company's facts and the worker already, so that several can be submitted in one transaction.

import { moves } from '#domain/worklogs.ts';
import { newId } from '../db/ids.ts';
import { inOrder, prepared } from '../db/transact.ts';
import { attachReceipts } from '../receipts/rows.ts';
import { isDatabaseError } from '../request/constraint.ts';
import type { CompanyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { findConflicts, shownConflicts } from './conflicts.ts';
import { type EntryInput, type LockedTask, type ReadyEntry, readEntry, type TypedEntry } from './entry.ts';
import { findFreeTime } from './free-time.ts';
import { recordEvents } from './history.ts';
import { getWorklogRow, type WorklogRow } from './rows.ts';

/** `task` is locked (lockTask) for the worker: the caller, or somebody for whom they enter it. */
export type NewEntry = { typed: TypedEntry; task: LockedTask | null; workerId: string };

/** Refuses with all reasons; otherwise writes the worklog and its event, and returns it. */
export async function submitEntry(ctx: CompanyContext, { typed, task, workerId }: NewEntry): Promise<WorklogRow> {
  const entryInput = { typed, taskId: typed.taskId, task, workerId, amending: null };
  const entry = await readEntry(ctx, entryInput);
  const allowsOverlap = await checkOverlap(ctx, entryInput, entry);
  const id = newId();
  const isOwn = workerId === ctx.person.id;
  const move = isOwn ? 'submit' : 'enter';
  const values = {
    ...entryColumns(entry),
    companyId: ctx.company.id,
    id,
    workerId,
    enteredBy: isOwn ? null : ctx.person.id,
    allowsOverlap,
    submittedAt: ctx.now,
  };
  const [, , , row] = await inOrder([
    prepared(ctx.db, ctx.db.insertInto('worklogs').values(values)).catch(rethrowConflict),
    typed.receiptIds?.length ? attachReceipts(ctx, id, typed.receiptIds) : null,
    recordEvents(ctx, [{ worklogId: id, move, version: 1, notes: null, changes: {} }]),
    getWorklogRow(ctx, id, moves[move].can),
  ]);
  return row;
}

/**
 * Under the policy `flag` a confirmed overlap is allowed; otherwise it is refused, with the conflicting worklogs and free times
 * around. Only a worklog that overlaps now is excluded from the constraint: an unnecessary confirmation has no effect.
 */
export async function checkOverlap(ctx: CompanyContext, entryInput: EntryInput, entry: ReadyEntry): Promise<boolean> {
  const { startsAt, endsAt } = entry;
  const except = entryInput.amending?.id ?? null;
  const conflicting = await findConflicts(ctx, { workerId: entryInput.workerId, startsAt, endsAt, except });
  if (conflicting.length === 0) return false;
  if (ctx.company.overlaps === 'flag' && entryInput.typed.confirmOverlap) return true;
  const gaps = await findFreeTime(ctx, entryInput, entry);
  throw refused('worklog.conflict', { extra: { conflicts: shownConflicts(ctx, conflicting), gaps } });
}

/** Converts a violated exclusion constraint, which happens if a race got past the look-up. */
export function rethrowConflict(error: unknown): never {
  if (isDatabaseError(error, '23P01')) throw refused('worklog.conflict', { extra: { conflicts: [], gaps: [] } });
  throw error;
}

export const entryColumns = ({ receipts: _, ...columns }: ReadyEntry) => columns;

export const publishWorklogs = (ctx: CompanyContext) =>
  ctx.publishChange(ctx.company.id, 'worklogs', 'reports', 'dashboard', 'projects');
