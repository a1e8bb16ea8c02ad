// Wall times and days of a zone by a table of offset changes: Temporal would take an hour for ten million instants.

import { addDays } from '#domain/calendar.ts';

export type ZoneClock = {
  /** The instant of a wall time, both in milliseconds; the first of two, or the one after the gap if it does not exist. */
  instantOf: (wall: number) => number;
  /** The day on which an instant falls. */
  dayOf: (instant: number) => string;
};

const dayMs = 86_400_000;

export function zoneClock(zone: string, from: number, to: number): ZoneClock {
  const changes = offsetChanges(zone, from, to);
  const offsetAt = (instant: number) => changes.findLast(({ at }) => at <= instant)?.offset ?? changes[0].offset;
  const epoch = '1970-01-01';
  const names = new Map<number, string>();
  const nameOf = (day: number) => {
    const name = names.get(day) ?? addDays(epoch, day);
    names.set(day, name);
    return name;
  };
  return {
    instantOf: (wall) => {
      const early = wall - offsetAt(wall - changes[0].offset);
      return wall - offsetAt(early);
    },
    dayOf: (instant) => nameOf(Math.floor((instant + offsetAt(instant)) / dayMs)),
  };
}

type Change = { at: number; offset: number };

function offsetChanges(zone: string, from: number, to: number): [Change, ...Change[]] {
  const begin = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  const found: [Change, ...Change[]] = [{ at: from, offset: begin.offsetNanoseconds / 1e6 }];
  for (let next = begin.getTimeZoneTransition('next'); next !== null; next = next.getTimeZoneTransition('next')) {
    if (next.epochMilliseconds > to) break;
    found.push({ at: next.epochMilliseconds, offset: next.offsetNanoseconds / 1e6 });
  }
  return found;
}
