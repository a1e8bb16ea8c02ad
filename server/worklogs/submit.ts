// Submits a new worklog of the caller: used by the form, quick entry, copies of a day and the timer.
// The caller has locked the company's facts and the worker already, so that several can be submitted in one transaction.

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

/** Refuses with all reasons; otherwise writes the worklog and its event, and returns it. */
export async function submitEntry(
  ctx: CompanyContext,
  typed: TypedEntry,
  task: LockedTask | null,
): Promise<WorklogRow> {
  const wanted = { typed, taskId: typed.taskId, task, amending: null };
  const entry = await readEntry(ctx, wanted);
  const allowsOverlap = await checkOverlap(ctx, wanted, entry);
  const id = newId();
  const values = {
    ...entryColumns(entry),
    companyId: ctx.company.id,
    id,
    workerId: ctx.person.id,
    allowsOverlap,
    submittedAt: ctx.now,
  };
  const [, , , row] = await inOrder([
    prepared(ctx.db, ctx.db.insertInto('worklogs').values(values)).catch(rethrowConflict),
    typed.receiptIds?.length ? attachReceipts(ctx, id, typed.receiptIds) : null,
    recordEvents(ctx, [{ worklogId: id, move: 'submit', version: 1, notes: null, changes: {} }]),
    getWorklogRow(ctx, id, 'worklogs.submit'),
  ]);
  return row;
}

/**
 * Under the policy `flag` a confirmed overlap is allowed; otherwise it is refused, with the conflicting worklogs and free times
 * around. Only a worklog that overlaps now is excluded from the constraint: an unnecessary confirmation has no effect.
 */
export async function checkOverlap(ctx: CompanyContext, wanted: EntryInput, entry: ReadyEntry): Promise<boolean> {
  const { startsAt, endsAt } = entry;
  const except = wanted.amending?.id ?? null;
  const inTheWay = await findConflicts(ctx, { workerId: ctx.person.id, startsAt, endsAt, except });
  if (inTheWay.length === 0) return false;
  if (ctx.company.overlaps === 'flag' && wanted.typed.confirmOverlap) return true;
  const gaps = await findFreeTime(ctx, wanted, entry);
  throw refused('worklog.conflict', { extra: { conflicts: shownConflicts(ctx, inTheWay), gaps } });
}

/** Converts a violated exclusion constraint, which happens if a race got past the look-up. */
export function rethrowConflict(error: unknown): never {
  if (isDatabaseError(error, '23P01')) throw refused('worklog.conflict', { extra: { conflicts: [], gaps: [] } });
  throw error;
}

export const entryColumns = ({ receipts: _, ...columns }: ReadyEntry) => columns;

export const publishWorklogs = (ctx: CompanyContext) =>
  ctx.changed(ctx.company.id, 'worklogs', 'reports', 'dashboard', 'projects');
