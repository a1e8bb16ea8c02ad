import { describe, expect, test } from 'vitest';
import { resolveWallTime } from './calendar.ts';
import { minutesBetween } from './duration.ts';
import {
  isTimerTooShort,
  reportedStart,
  timerEnd,
  timerStartRefusal,
  timerTaskRefusal,
  timerWallTimes,
} from './timers.ts';

const at = (text: string) => new Date(text);
const running = (startedAt: string) => ({ startedAt: at(startedAt), stoppedAt: null });

describe('the measured time of a timer', () => {
  test('ends now or at the stop, not when it is saved', () => {
    const now = at('2026-11-16T12:00:00Z');
    const stoppedAt = at('2026-11-16T11:00:00Z');
    expect(timerEnd(running('2026-11-16T09:00:00Z'), now)).toEqual(now);
    expect(timerEnd({ ...running('2026-11-16T09:00:00Z'), stoppedAt }, now)).toEqual(stoppedAt);
  });

  test('becomes a worklog from one minute on', () => {
    const timer = running('2026-11-16T09:00:30Z');
    expect(isTimerTooShort(timer, at('2026-11-16T09:01:29.999Z'))).toBe(true);
    expect(isTimerTooShort(timer, at('2026-11-16T09:01:30Z'))).toBe(false);
    expect(isTimerTooShort({ ...timer, stoppedAt: at('2026-11-16T09:00:40Z') }, at('2026-11-16T18:00:00Z'))).toBe(true);
  });

  test('is never on an expense task', () => {
    expect(timerTaskRefusal('timed')).toBeNull();
    expect(timerTaskRefusal('expense')).toMatchObject({ code: 'timer.expense-task', path: 'taskId' });
  });
});

describe('the wall times of a timer', () => {
  /** The times as the server parses them when they are submitted. */
  function minutesOf(startedAt: string, stoppedAt: string, zone: string): number {
    const { start, startOffset, end, endOffset } = timerWallTimes(
      { startedAt: at(startedAt), stoppedAt: at(stoppedAt), zone },
      at(stoppedAt),
    );
    const from = resolveWallTime(start, zone, startOffset, 'start').at;
    const to = resolveWallTime(end, zone, endOffset, 'end').at;
    return from && to ? minutesBetween(from, to) : Number.NaN;
  }

  test('are whole minutes, so that the next timer starts where this one ends', () => {
    const timer = { ...running('2026-11-16T02:00:59.999Z'), zone: 'Asia/Jakarta' };
    expect(timerWallTimes(timer, at('2026-11-16T10:29:01Z'))).toEqual({
      zone: 'Asia/Jakarta',
      start: '2026-11-16T09:00',
      startOffset: '+07:00',
      end: '2026-11-16T17:29',
      endOffset: '+07:00',
    });
  });

  test.each([
    ['a night shift', '2026-11-16T15:00:00Z', '2026-11-16T23:00:00Z', 'Asia/Jakarta', 480],
    ['the night in which an hour is left out', '2026-03-28T22:00:00Z', '2026-03-29T04:00:00Z', 'Europe/Berlin', 360],
    ['the night in which an hour comes twice', '2026-10-24T22:00:00Z', '2026-10-25T05:00:00Z', 'Europe/Berlin', 420],
    ['into the second of the equal hours', '2026-10-25T00:15:00Z', '2026-10-25T01:20:00Z', 'Europe/Berlin', 65],
    ['the whole longest day', '2026-10-24T22:00:00Z', '2026-10-25T21:59:00Z', 'Europe/Berlin', 24 * 60 - 1],
  ] as const)('%s has its true duration', (_, from, to, zone, minutes) => {
    expect(minutesOf(from, to, zone)).toBe(minutes);
  });

  test('a measured minute is at least one minute, whatever the seconds', () => {
    for (let second = 0; second < 60; second++) {
      const from = at('2026-11-16T09:00:00Z').getTime() + second * 1_000;
      const lasted = minutesOf(new Date(from).toISOString(), new Date(from + 60_000).toISOString(), 'UTC');
      expect(lasted).toBe(1);
    }
  });
});

test('a start that a device reports is not after now; one far ahead stays, to be refused', () => {
  const now = at('2026-11-16T12:00:00Z');
  for (const [reported, begins] of [
    ['2026-11-16T10:30:07Z', '2026-11-16T10:30:07Z'],
    ['2026-11-16T12:00:05Z', '2026-11-16T12:00:00Z'],
    ['2026-11-16T12:01:00Z', '2026-11-16T12:00:00Z'],
    ['2026-11-16T12:01:01Z', '2026-11-16T12:01:01Z'],
  ] as const)
    expect(reportedStart(at(reported), now)).toEqual(at(begins));
});

describe('moving the start of a timer', () => {
  const now = at('2026-11-16T12:00:00Z');
  const facts = { now, zone: 'UTC', lockedUntil: '2026-11-15', longestWorklogMinutes: 600 };

  test.each([
    ['earlier', '2026-11-16T02:00:00Z', null],
    ['up to now', '2026-11-16T12:00:00Z', null],
    ['not beyond', '2026-11-16T12:00:01Z', 'timer.starts-too-late'],
    ['not further back than the longest worklog', '2026-11-16T01:59:00Z', 'worklog.too-long'],
  ])('%s', (_, startedAt, code) => {
    expect(timerStartRefusal(running(startedAt), facts)?.code ?? null).toBe(code);
  });

  test('is refused into a locked day and after the stop', () => {
    const long = { ...facts, longestWorklogMinutes: 1_440 };
    expect(timerStartRefusal(running('2026-11-15T23:59:00Z'), long)?.code).toBe('worklog.period-locked');
    expect(timerStartRefusal(running('2026-11-15T23:59:00Z'), { ...long, lockedUntil: null })).toBeNull();
    const stopped = { startedAt: at('2026-11-16T11:30:00Z'), stoppedAt: at('2026-11-16T11:00:00Z') };
    expect(timerStartRefusal(stopped, facts)?.code).toBe('timer.starts-too-late');
  });
});
