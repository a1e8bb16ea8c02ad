// Writing a new worklog of the caller: the one way for the form, quick entry, copies of a day and the timer.
// The caller holds the company's facts and the worker's lock already, so that several can be written in one breath.

import type { CompanyContext } from '../context.ts';
import { newId } from '../ids.ts';
import { isDatabaseError } from '../pipeline.ts';
import { attachReceipts } from '../receipts/rows.ts';
import { refused } from '../refused.ts';
import { findInTheWay, shownConflicts } from './conflicts.ts';
import { type Amended, type ReadyEntry, readEntry, type TypedEntry } from './entry.ts';
import { findFreeTime } from './free-time.ts';
import { recordEvents } from './history.ts';

/** Refuses with every reason found; otherwise the worklog and its event are written. Answers its id. */
export async function submitEntry(ctx: CompanyContext, typed: TypedEntry): Promise<string> {
  const entry = await readEntry(ctx, typed, null);
  const allowsOverlap = await mayOverlap(ctx, typed, entry, null);
  const id = newId();
  await ctx.db
    .insertInto('worklogs')
    .values({
      ...columnsOf(ctx, entry),
      companyId: ctx.company.id,
      id,
      workerId: ctx.person.id,
      allowsOverlap,
      submittedAt: ctx.now,
    })
    .execute()
    .catch(asConflict);
  await attachReceipts(ctx, id, typed.receiptIds ?? []);
  await recordEvents(ctx, [{ worklogId: id, move: 'submit', version: 1, notes: null, changes: {} }]);
  return id;
}

/**
 * Under the policy `flag` a confirmed overlap is allowed; otherwise one is refused with what is in the way and the free time
 * around it. Only a worklog that overlaps now is taken out of the constraint: confirming in vain leaves it guarded.
 */
export async function mayOverlap(
  ctx: CompanyContext,
  typed: TypedEntry,
  entry: ReadyEntry,
  before: Amended | null,
): Promise<boolean> {
  const { startsAt, endsAt } = entry;
  const except = before?.id ?? null;
  const inTheWay = await findInTheWay(ctx, { workerId: ctx.person.id, startsAt, endsAt, except });
  if (inTheWay.length === 0) return false;
  if (ctx.company.overlaps === 'flag' && typed.confirmOverlap) return true;
  const gaps = await findFreeTime(ctx, { typed, entry, before });
  throw refused('worklog.conflict', { extra: { conflicts: shownConflicts(ctx, inTheWay), gaps } });
}

/** The database has the last word: whoever gets past the look-up by a race is refused here. */
export function asConflict(error: unknown): never {
  if (isDatabaseError(error, '23P01')) throw refused('worklog.conflict', { extra: { conflicts: [], gaps: [] } });
  throw error;
}

export const columnsOf = (ctx: CompanyContext, entry: ReadyEntry) => ({
  projectId: entry.projectId,
  taskId: entry.taskId,
  kind: entry.kind,
  startsAt: entry.startsAt,
  endsAt: entry.endsAt,
  zone: entry.zone,
  day: entry.day,
  amountMinor: entry.amountMinor,
  currency: ctx.company.currency,
  notes: entry.notes,
});

export const announce = (ctx: CompanyContext) =>
  ctx.changed(ctx.company.id, 'worklogs', 'reports', 'dashboard', 'projects');
