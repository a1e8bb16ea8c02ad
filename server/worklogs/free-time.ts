// Free times that a worker could log instead of a conflicting one. Only times that would be accepted are offered, and only if the
// caller may see all worklogs around, because a gap reveals where its neighbours begin and end.

import { offsetOf, wallTimeOf } from '#domain/calendar.ts';
import { freeGaps, type Interval } from '#domain/gaps.ts';
import type { CompanyContext } from '../request/context.ts';
import { RefusalError } from '../request/refused.ts';
import { findConflicts } from './conflicts.ts';
import { type EntryInput, type ReadyEntry, readEntry } from './entry.ts';
import { canAccessWorklog, type WorklogRow } from './rows.ts';

/** The searched range before and after: more than a day of work and the night beside it. */
const searchRangeMs = 36 * 60 * 60_000;

export async function findFreeTime(
  ctx: CompanyContext,
  entryInput: EntryInput,
  entry: ReadyEntry,
): Promise<Interval[]> {
  const { startsAt, endsAt, zone } = entry;
  if (!startsAt || !endsAt) return [];
  const searched = {
    startsAt: new Date(startsAt.getTime() - searchRangeMs),
    endsAt: new Date(endsAt.getTime() + searchRangeMs),
  };
  const except = entryInput.amending?.id ?? null;
  const taken = await findConflicts(ctx, { workerId: entryInput.workerId, ...searched, except });
  if (taken.some((row) => !canAccessWorklog(ctx, 'worklogs.read', row))) return [];
  const gaps = freeGaps({ startsAt, endsAt }, taken.flatMap(intervalOf)).filter(
    (gap) => gap.startsAt >= searched.startsAt && gap.endsAt <= searched.endsAt,
  );
  const acceptable: Interval[] = [];
  for (const gap of gaps) if (await isAcceptable(ctx, inGap(entryInput, gap, zone))) acceptable.push(gap);
  return acceptable;
}

export const intervalOf = ({ startsAt, endsAt }: Pick<WorklogRow, 'startsAt' | 'endsAt'>): Interval[] =>
  startsAt && endsAt ? [{ startsAt, endsAt }] : [];

const inGap = (entryInput: EntryInput, gap: Interval, zone: string): EntryInput => ({
  ...entryInput,
  typed: {
    ...entryInput.typed,
    start: wallTimeOf(gap.startsAt, zone),
    startOffset: offsetOf(gap.startsAt, zone),
    end: wallTimeOf(gap.endsAt, zone),
    endOffset: offsetOf(gap.endsAt, zone),
  },
});

/** Validates the gap like an entry: lock date, future, project dates and all policies. */
async function isAcceptable(ctx: CompanyContext, entryInput: EntryInput): Promise<boolean> {
  try {
    await readEntry(ctx, entryInput);
    return true;
  } catch (error) {
    if (error instanceof RefusalError) return false;
    throw error;
  }
}
