// A running timer: its minimum duration, where its start may be moved, and the wall times of its worklog. The database
// guarantees one per worker and company. Its end is the moment of the stop, even if saving was refused then.

import { type Day, dayOf, offsetOf, wallTimeOf } from './calendar.ts';
import { minutesBetween } from './duration.ts';
import type { TaskKind } from './projects.ts';
import { type Refusal, refuse } from './reasons.ts';
import { isLocked } from './worklogs.ts';

/** Worklogs count whole minutes; a shorter timer was started by mistake. */
const shortestTimerSeconds = 60;

export type Measured = { startedAt: Date; stoppedAt: Date | null };

/** The end of the measured time: the stop, or now. */
export const measuredUntil = ({ stoppedAt }: Measured, now: Date): Date => stoppedAt ?? now;

export const isTooShort = (timer: Measured, now: Date): boolean =>
  measuredUntil(timer, now).getTime() - timer.startedAt.getTime() < shortestTimerSeconds * 1_000;

export type TypedTimes = { zone: string; start: string; startOffset: string; end: string; endOffset: string };

/**
 * The times as the worker would have typed them: wall times in the timer's zone, both rounded down to whole minutes, so that
 * the next timer starts where this one ends. The offsets resolve ambiguous times when the clocks go back.
 */
export function typedTimes(timer: Measured & { zone: string }, now: Date): TypedTimes {
  const { zone, startedAt } = timer;
  const end = measuredUntil(timer, now);
  return {
    zone,
    start: wallTimeOf(startedAt, zone),
    startOffset: offsetOf(startedAt, zone),
    end: wallTimeOf(end, zone),
    endOffset: offsetOf(end, zone),
  };
}

export const kindRefusal = (kind: TaskKind): Refusal | null =>
  kind === 'timed' ? null : refuse('timer.expense-task', { path: 'taskId' });

export type StartFacts = {
  now: Date;
  zone: string;
  lockedUntil: Day | null;
  longestWorklogMinutes: number;
};

/** Why the start may not be moved, or null. */
export function startRefusal(moved: Measured, facts: StartFacts): Refusal | null {
  const { now, zone, lockedUntil, longestWorklogMinutes } = facts;
  const end = measuredUntil(moved, now);
  if (moved.startedAt.getTime() > end.getTime()) return refuse('timer.starts-too-late', { path: 'start' });
  if (minutesBetween(moved.startedAt, end) > longestWorklogMinutes) {
    return refuse('worklog.too-long', { path: 'start', params: { longestMinutes: longestWorklogMinutes } });
  }
  if (isLocked(dayOf(moved.startedAt, zone), lockedUntil)) {
    return refuse('worklog.period-locked', { path: 'start', params: { day: lockedUntil ?? '' } });
  }
  return null;
}
