// Start and end of a worklog of which only the duration is known: after the day's last worklog; else ending now, if the day
// is today and the duration fits; else from the default start of a day. Durations are elapsed time, also when the clocks change.

import { addDays, type Day, dayOf, dayStartsAt, offsetOf, resolveWallTime, wallTimeOf } from '../calendar.ts';

/** When most work days begin; the user sees it and can type another. */
export const defaultStart = '09:00';

const roundedToMinutes = 5;

export type PlacementReason = 'named' | 'after-last' | 'until-now' | 'usual';
export type PlacedDuration = {
  start: string;
  end: string;
  startOffset: string;
  endOffset: string;
  reason: PlacementReason;
};

type Facts = {
  day: Day;
  minutes: number;
  /** "09:00", if a start was typed. */
  startTime: string | null;
  /** When the last worklog of that day ended. */
  lastEndsAt: Date | null;
  now: Date;
  zone: string;
};

export function placeDuration(facts: Facts): PlacedDuration {
  const { day, startTime, lastEndsAt, now, zone } = facts;
  if (startTime !== null) return fromWallTime(`${day}T${startTime}`, facts, 'named');
  if (lastEndsAt) return fromInstant(lastEndsAt, facts, 'after-last');
  const step = roundedToMinutes * 60_000;
  const start = new Date(Math.floor(now.getTime() / step) * step - facts.minutes * 60_000);
  if (day === dayOf(now, zone) && dayOf(start, zone) === day) return fromInstant(start, facts, 'until-now');
  return fromDefaultStart(facts);
}

/** Starts earlier if the duration would otherwise pass midnight. */
function fromDefaultStart(facts: Facts): PlacedDuration {
  const { day, minutes, zone } = facts;
  const begins = dayStartsAt(day, zone).getTime();
  const latest = dayStartsAt(addDays(day, 1), zone).getTime() - minutes * 60_000;
  const defaultAt = resolveWallTime(`${day}T${defaultStart}`, zone, undefined, '').at ?? new Date(begins);
  return fromInstant(new Date(Math.max(begins, Math.min(defaultAt.getTime(), latest))), facts, 'usual');
}

/** If the start does not exist or is ambiguous, the form asks later; until then the end is computed as wall time. */
function fromWallTime(wall: string, facts: Facts, reason: PlacementReason): PlacedDuration {
  const { at } = resolveWallTime(wall, facts.zone, undefined, '');
  if (at) return fromInstant(at, facts, reason);
  const end = Temporal.PlainDateTime.from(wall).add({ minutes: facts.minutes }).toString({ smallestUnit: 'minute' });
  return { start: wall, end, startOffset: '', endOffset: '', reason };
}

function fromInstant(start: Date, { minutes, zone }: Facts, reason: PlacementReason): PlacedDuration {
  const end = new Date(start.getTime() + minutes * 60_000);
  return {
    start: wallTimeOf(start, zone),
    end: wallTimeOf(end, zone),
    startOffset: offsetIfTwice(start, zone),
    endOffset: offsetIfTwice(end, zone),
    reason,
  };
}

const offsetIfTwice = (at: Date, zone: string): string =>
  resolveWallTime(wallTimeOf(at, zone), zone, undefined, '').at ? '' : offsetOf(at, zone);
