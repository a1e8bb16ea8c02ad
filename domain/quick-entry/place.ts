// Start and end of a worklog of which only the duration is known: after the day's last worklog; else ending now, if the day
// is today and the duration fits; else from the default start of a day. Durations are elapsed time, also when the clocks change.

import { addDays, type Day, dayOf, dayStartsAt, offsetOf, resolveWallTime, wallTimeOf } from '../calendar.ts';

/** When most work days begin; the user sees it and can type another. */
const usualStart = '09:00';

const roundedToMinutes = 5;

export type Because = 'named' | 'after-last' | 'until-now' | 'usual';
export type Placed = { start: string; end: string; startOffset: string; endOffset: string; because: Because };

type Facts = {
  day: Day;
  minutes: number;
  /** "09:00", where one was typed. */
  startTime: string | null;
  /** When the last worklog of that day ended. */
  lastEndsAt: Date | null;
  now: Date;
  zone: string;
};

export function placeDuration(facts: Facts): Placed {
  const { day, startTime, lastEndsAt, now, zone } = facts;
  if (startTime !== null) return fromWall(`${day}T${startTime}`, facts, 'named');
  if (lastEndsAt) return fromInstant(lastEndsAt, facts, 'after-last');
  const step = roundedToMinutes * 60_000;
  const start = new Date(Math.floor(now.getTime() / step) * step - facts.minutes * 60_000);
  if (day === dayOf(now, zone) && dayOf(start, zone) === day) return fromInstant(start, facts, 'until-now');
  return fromUsual(facts);
}

/** Starts earlier if the duration would otherwise pass midnight. */
function fromUsual(facts: Facts): Placed {
  const { day, minutes, zone } = facts;
  const begins = dayStartsAt(day, zone).getTime();
  const latest = dayStartsAt(addDays(day, 1), zone).getTime() - minutes * 60_000;
  const usual = resolveWallTime(`${day}T${usualStart}`, zone, undefined, '').at ?? new Date(begins);
  return fromInstant(new Date(Math.max(begins, Math.min(usual.getTime(), latest))), facts, 'usual');
}

/** If the start does not exist or is ambiguous, the form asks later; until then the end is computed as wall time. */
function fromWall(wall: string, facts: Facts, because: Because): Placed {
  const { at } = resolveWallTime(wall, facts.zone, undefined, '');
  if (at) return fromInstant(at, facts, because);
  const end = Temporal.PlainDateTime.from(wall).add({ minutes: facts.minutes }).toString({ smallestUnit: 'minute' });
  return { start: wall, end, startOffset: '', endOffset: '', because };
}

function fromInstant(start: Date, { minutes, zone }: Facts, because: Because): Placed {
  const end = new Date(start.getTime() + minutes * 60_000);
  return {
    start: wallTimeOf(start, zone),
    end: wallTimeOf(end, zone),
    startOffset: offsetIfTwice(start, zone),
    endOffset: offsetIfTwice(end, zone),
    because,
  };
}

const offsetIfTwice = (at: Date, zone: string): string =>
  resolveWallTime(wallTimeOf(at, zone), zone, undefined, '').at ? '' : offsetOf(at, zone);
