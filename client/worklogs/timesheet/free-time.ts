// Where hours without times are placed on their day, in a company that requires times: into free time from the usual start of the
// worker, around what is logged already, and never past midnight.

import { addDays, type Day, dayOf, dayStartsAt, resolveWallTime, wallTimeOf } from '#domain/calendar.ts';
import { minuteMs } from '#domain/duration.ts';
import { freeWithin, type Interval } from '#domain/gaps.ts';
import { defaultStart } from '#domain/quick-entry/placement.ts';

type Request = {
  day: Day;
  minutes: number;
  /** "09:00" */
  usualStart: string;
  taken: readonly Interval[];
  zone: string;
};

/** The first free time that is long enough; before the usual start only if there is none after it. Null if it does not fit. */
export function placeInFreeTime({ day, minutes, usualStart, taken, zone }: Request): Interval | null {
  const startsAt = dayStartsAt(day, zone);
  const endsAt = dayStartsAt(addDays(day, 1), zone);
  const usual = resolveWallTime(`${day}T${usualStart}`, zone, undefined, '').at ?? startsAt;
  const length = minutes * minuteMs;
  const isLongEnough = (gap: Interval) => gap.endsAt.getTime() - gap.startsAt.getTime() >= length;
  const after = freeWithin({ startsAt: usual, endsAt }, taken).find(isLongEnough);
  if (after) return { startsAt: after.startsAt, endsAt: new Date(after.startsAt.getTime() + length) };
  // As late as possible, so that it begins close to the usual start.
  const latest = freeWithin({ startsAt, endsAt }, taken).findLast(isLongEnough);
  return latest ? { startsAt: new Date(latest.endsAt.getTime() - length), endsAt: latest.endsAt } : null;
}

type Started = { startsAt: string | null };

/** When the first worklog of a day began most often; where it was equally often, the earlier time. */
export function usualStartOf(worklogs: readonly Started[], zone: string): string {
  const starts = worklogs.flatMap(({ startsAt }) => (startsAt === null ? [] : [new Date(startsAt)]));
  const ofDays = [...Map.groupBy(starts, (start) => dayOf(start, zone)).values()];
  const times = ofDays
    .map((ofDay) => new Date(Math.min(...ofDay.map(Number))))
    .map((at) => wallTimeOf(at, zone).slice(11));
  const counts = [...Map.groupBy(times, (time) => time)].map(([time, same]) => ({ time, count: same.length }));
  const [first] = counts.sort((a, b) => b.count - a.count || (a.time < b.time ? -1 : 1));
  return first?.time ?? defaultStart;
}
