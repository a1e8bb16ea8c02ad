import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  dayOf,
  dayStartsAt,
  daysBetween,
  isDay,
  isTimeZone,
  isWallTime,
  monthEnd,
  monthStart,
  offsetOf,
  resolveWallTime,
  wallTimeOf,
  weekStart,
} from './calendar.ts';

const zones = [
  'Asia/Jakarta',
  'Asia/Makassar',
  'Asia/Jayapura',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
] as const;

const zone = constantFrom(...zones);
const minute = integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 });
const instantOf = (minutes: number) => new Date(minutes * 60_000);
const day = integer({ min: 0, max: 5_478 }).map((days) => addDays('2020-01-01', days));

test.each([
  ['2026-11-16', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-11-31', false],
  ['2026-1-1', false],
  ['1969-12-31', false],
  ['2200-01-01', false],
  ['', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

test.each([
  ['2026-11-16T09:00', true],
  ['2026-11-16T24:00', false],
  ['2026-11-16T09:60', false],
  ['2026-11-31T09:00', false],
  ['2026-11-16 09:00', false],
  ['2026-11-16T09:00:00', false],
])('%s is a wall time: %s', (text, is) => {
  expect(isWallTime(text)).toBe(is);
});

test('zones are those of IANA, with their old and new names', () => {
  expect(zones.every(isTimeZone)).toBe(true);
  expect(['Asia/Calcutta', 'Asia/Kolkata', 'Etc/GMT+12'].every(isTimeZone)).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
  expect(isTimeZone('+07:00')).toBe(false);
  expect(['UTC', 'GMT', 'EST', 'CET', 'PRC', 'Japan'].filter(isTimeZone)).toHaveLength(6);
  const notOfIana =
    'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST Ist';
  expect(notOfIana.split(' ').filter(isTimeZone)).toEqual([]);
  expect(['SystemV/PST8', 'US/Pacific-New'].filter(isTimeZone)).toEqual([]);
});

test('the day of an instant is computed in the company’s zone, not in the viewer’s', () => {
  const instant = new Date('2026-11-15T17:30:00Z');
  expect(dayOf(instant, 'Asia/Jakarta')).toBe('2026-11-16');
  expect(dayOf(instant, 'UTC')).toBe('2026-11-15');
  expect(offsetOf(instant, 'Asia/Jakarta')).toBe('+07:00');
});

test.each([
  ['2026-11-16', 1, '2026-11-16'],
  ['2026-11-22', 1, '2026-11-16'],
  ['2026-11-22', 7, '2026-11-22'],
  ['2026-11-21', 7, '2026-11-15'],
  ['2027-01-01', 1, '2026-12-28'],
])('the week of %s that starts on weekday %i starts on %s', (date, weekStartsOn, first) => {
  expect(weekStart(date, weekStartsOn)).toBe(first);
});

test('every day is in exactly one week and one month', () => {
  assert(
    property(day, integer({ min: 1, max: 7 }), (date, weekStartsOn) => {
      const first = weekStart(date, weekStartsOn);
      const index = daysBetween(first, date);
      expect(index).toBeGreaterThanOrEqual(0);
      expect(index).toBeLessThan(7);
      expect(weekStart(addDays(first, 6), weekStartsOn)).toBe(first);
      expect(weekStart(addDays(first, 7), weekStartsOn)).toBe(addDays(first, 7));
      expect(monthStart(date) <= date && date <= monthEnd(date)).toBe(true);
      expect(monthStart(addDays(monthEnd(date), 1))).toBe(addDays(monthEnd(date), 1));
    }),
  );
});

test('a day starts at its first instant; the millisecond before belongs to the previous day', () => {
  assert(
    property(day, zone, (date, name) => {
      const start = dayStartsAt(date, name);
      expect(dayOf(start, name)).toBe(date);
      expect(dayOf(new Date(start.getTime() - 1), name) < date).toBe(true);
    }),
  );
});

test('days are 23 or 25 hours long when the clocks change', () => {
  const hours = (date: string) =>
    (dayStartsAt(addDays(date, 1), 'Europe/Berlin').getTime() - dayStartsAt(date, 'Europe/Berlin').getTime()) /
    3_600_000;
  expect(hours('2026-03-29')).toBe(23);
  expect(hours('2026-10-25')).toBe(25);
  expect(hours('2026-10-26')).toBe(24);
});

test('a wall time converted from an instant converts back to it', () => {
  assert(
    property(minute, zone, (minutes, name) => {
      const instant = instantOf(minutes);
      const result = resolveWallTime(wallTimeOf(instant, name), name, offsetOf(instant, name), 'start');
      expect(result.at?.getTime()).toBe(instant.getTime());
    }),
  );
});

test('the nearest times of another day are named with it', () => {
  const { refusal } = resolveWallTime('2026-04-24T00:30', 'Africa/Cairo', undefined, 'start');
  expect(refusal?.params).toEqual({ before: '2026-04-23 23:30', after: '01:30' });
});

test('a wall time that the clocks skip is refused, with the nearest existing ones', () => {
  const { at, refusal } = resolveWallTime('2026-03-29T02:30', 'Europe/Berlin', undefined, 'start');
  expect(at).toBeNull();
  expect(refusal).toEqual({
    code: 'worklog.time-missing-in-zone',
    path: 'start',
    params: { before: '01:30', after: '03:30' },
    extra: { nearest: ['2026-03-29T01:30', '2026-03-29T03:30'] },
  });
});

test('a wall time that happens twice is refused without an offset, and accepted with one', () => {
  const ask = resolveWallTime('2026-10-25T02:30', 'Europe/Berlin', undefined, 'end');
  expect(ask.at).toBeNull();
  expect(ask.refusal).toEqual({
    code: 'worklog.time-twice-in-zone',
    path: 'end',
    params: { first: '+02:00', second: '+01:00' },
    extra: { offsets: ['+02:00', '+01:00'] },
  });
  const second = resolveWallTime('2026-10-25T02:30', 'Europe/Berlin', '+01:00', 'end');
  expect(second.at?.toISOString()).toBe('2026-10-25T01:30:00.000Z');
  const neither = resolveWallTime('2026-10-25T02:30', 'Europe/Berlin', '+05:00', 'end');
  expect(neither.refusal?.code).toBe('worklog.time-twice-in-zone');
});

test('the change of half an hour at Lord Howe is handled', () => {
  const skipped = resolveWallTime('2026-10-04T02:15', 'Australia/Lord_Howe', undefined, 'start');
  expect(skipped.refusal?.extra).toEqual({ nearest: ['2026-10-04T01:45', '2026-10-04T02:45'] });
});
