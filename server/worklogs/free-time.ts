// What a worker may log instead of a time that is taken. Only what would be accepted is offered, and only while everything
// around is the caller's to see: a gap tells where the worklogs beside it begin and end.

import { offsetOf, wallTimeOf } from '#domain/calendar.ts';
import { freeGaps, type Interval } from '#domain/gaps.ts';
import type { CompanyContext } from '../request/context.ts';
import { Refused } from '../request/refused.ts';
import { findInTheWay } from './conflicts.ts';
import { type ReadyEntry, readEntry, type Wanted } from './entry.ts';
import { reaches, type WorklogRow } from './rows.ts';

/** How far around it is known what is taken: further than a day of work and the night beside it. */
const aroundMs = 36 * 60 * 60_000;

export async function findFreeTime(ctx: CompanyContext, wanted: Wanted, entry: ReadyEntry): Promise<Interval[]> {
  const { startsAt, endsAt, zone } = entry;
  if (!startsAt || !endsAt) return [];
  const known = {
    startsAt: new Date(startsAt.getTime() - aroundMs),
    endsAt: new Date(endsAt.getTime() + aroundMs),
  };
  const except = wanted.amending?.id ?? null;
  const taken = await findInTheWay(ctx, { workerId: ctx.person.id, ...known, except });
  if (taken.some((row) => !reaches(ctx, 'worklogs.read', row))) return [];
  const gaps = freeGaps({ startsAt, endsAt }, taken.flatMap(intervalOf)).filter(
    (gap) => gap.startsAt >= known.startsAt && gap.endsAt <= known.endsAt,
  );
  const acceptable: Interval[] = [];
  for (const gap of gaps) if (await isAcceptable(ctx, inGap(wanted, gap, zone))) acceptable.push(gap);
  return acceptable;
}

export const intervalOf = ({ startsAt, endsAt }: Pick<WorklogRow, 'startsAt' | 'endsAt'>): Interval[] =>
  startsAt && endsAt ? [{ startsAt, endsAt }] : [];

const inGap = (wanted: Wanted, gap: Interval, zone: string): Wanted => ({
  ...wanted,
  typed: {
    ...wanted.typed,
    start: wallTimeOf(gap.startsAt, zone),
    startOffset: offsetOf(gap.startsAt, zone),
    end: wallTimeOf(gap.endsAt, zone),
    endOffset: offsetOf(gap.endsAt, zone),
  },
});

/** Judged as if it had been typed: by the lock date, the future, the project's days and every policy. */
async function isAcceptable(ctx: CompanyContext, wanted: Wanted): Promise<boolean> {
  try {
    await readEntry(ctx, wanted);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
