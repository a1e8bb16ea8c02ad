// A running timer: its minimum duration, where its start may be moved, and the wall times of its worklog. The database
// guarantees one per worker and company. Its end is the moment of the stop, even if saving was refused then.

import { type Day, dayOf, offsetOf, wallTimeOf } from './calendar.ts';
import { minutesBetween } from './duration.ts';
import type { TaskKind } from './projects.ts';
import { type Refusal, refuse } from './reasons.ts';
import { isLocked } from './worklogs.ts';

/** Worklogs count whole minutes; a shorter timer was started by mistake. */
const minTimerSeconds = 60;

export type TimerSpan = { startedAt: Date; stoppedAt: Date | null };

/** The end of the measured time: the stop, or now. */
export const timerEnd = ({ stoppedAt }: TimerSpan, now: Date): Date => stoppedAt ?? now;

export const isTimerTooShort = (timer: TimerSpan, now: Date): boolean =>
  timerEnd(timer, now).getTime() - timer.startedAt.getTime() < minTimerSeconds * 1_000;

export type TimerWallTimes = { zone: string; start: string; startOffset: string; end: string; endOffset: string };

/**
 * The times as the worker would have typed them: wall times in the timer's zone, both rounded down to whole minutes, so that
 * the next timer starts where this one ends. The offsets resolve ambiguous times when the clocks go back.
 */
export function timerWallTimes(timer: TimerSpan & { zone: string }, now: Date): TimerWallTimes {
  const { zone, startedAt } = timer;
  const end = timerEnd(timer, now);
  return {
    zone,
    start: wallTimeOf(startedAt, zone),
    startOffset: offsetOf(startedAt, zone),
    end: wallTimeOf(end, zone),
    endOffset: offsetOf(end, zone),
  };
}

export const timerTaskRefusal = (kind: TaskKind): Refusal | null =>
  kind === 'timed' ? null : refuse('timer.expense-task', { path: 'taskId' });

/** How far the start of a device may be ahead of the clock of the server, which the device knows to some seconds. */
const maxAheadSeconds = 60;

/** The start that a device has measured without a connection: not after now. */
export const reportedStart = (startedAt: Date, now: Date): Date => {
  const aheadMs = startedAt.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= maxAheadSeconds * 1_000 ? now : startedAt;
};

export type TimerStartFacts = {
  now: Date;
  zone: string;
  lockedUntil: Day | null;
  longestWorklogMinutes: number;
};

/** Why the start may not be moved, or null. */
export function timerStartRefusal(moved: TimerSpan, facts: TimerStartFacts): Refusal | null {
  const { now, zone, lockedUntil, longestWorklogMinutes } = facts;
  const end = timerEnd(moved, now);
  if (moved.startedAt.getTime() > end.getTime()) return refuse('timer.starts-too-late', { path: 'start' });
  if (minutesBetween(moved.startedAt, end) > longestWorklogMinutes) {
    return refuse('worklog.too-long', { path: 'start', params: { longestMinutes: longestWorklogMinutes } });
  }
  if (isLocked(dayOf(moved.startedAt, zone), lockedUntil)) {
    return refuse('worklog.period-locked', { path: 'start', params: { day: lockedUntil ?? '' } });
  }
  return null;
}
