import { describe, expect, test } from 'vitest';
import { weekDaySpans } from './days.ts';
import { freeStopAt, nearestStop, stopInDirection, stopsOf } from './keyboard-stops.ts';
import { placeBlocks, usualHours } from './layout.ts';

const week = weekDaySpans('2026-11-16', 7, 'Asia/Jakarta');
const timed = (id: string, from: string, to: string) => ({
  id,
  startsAt: `2026-11-${from}:00+07:00`,
  endsAt: `2026-11-${to}:00+07:00`,
});
const worklogs = [timed('morning', '16T08:30', '16T10:15'), timed('other', '17T09:00', '17T09:50')];
const taxi = { id: 'taxi', startsAt: null, endsAt: null };

const days = week.map((column, index) =>
  stopsOf(column, placeBlocks(column, worklogs), index === 0 ? [taxi] : [], usualHours),
);
const [monday = []] = days;
const nameOf = (stop: { key: string; hour: number; free: unknown } | null | undefined) =>
  stop && (stop.free ? `free ${stop.hour}` : stop.key.slice(11));

const walk = (from: string, ...keys: string[]) => {
  let stop = days.flat().find((one) => nameOf(one) === from) ?? null;
  for (const key of keys) stop = stop && stopInDirection(days, stop, key);
  return nameOf(stop);
};

test('the stops of a day are its expenses, its blocks and the free times between them', () => {
  expect(monday.map(nameOf).slice(0, 8)).toEqual([
    'taxi',
    'free 6',
    'free 7',
    'free 8',
    'morning',
    'free 10.25',
    'free 11',
    'free 12',
  ]);
  expect(nameOf(monday.at(-1))).toBe('free 19');
});

test('the rest of an hour is a stop if it has at least a quarter of an hour', () => {
  const [, tuesday = []] = days;
  expect(tuesday.map(nameOf)).not.toContain('free 9.833333333333334');
  expect(tuesday.map(nameOf)).toContain('free 10');
});

describe('the arrows', () => {
  test('move up and down within the day and stop at its ends', () => {
    expect(walk('free 8', 'ArrowDown', 'ArrowDown')).toBe('free 10.25');
    expect(walk('free 8', 'ArrowUp', 'ArrowUp', 'ArrowUp')).toBe('taxi');
    expect(walk('taxi', 'ArrowUp')).toBeNull();
  });
  test('move left and right to the stop at the same height', () => {
    expect(walk('morning', 'ArrowRight')).toBe('free 8');
    expect(walk('other', 'ArrowLeft')).toBe('morning');
    expect(walk('taxi', 'ArrowLeft')).toBeNull();
  });
  test('Home and End move to the ends of the day', () => {
    expect(walk('morning', 'Home')).toBe('taxi');
    expect(walk('morning', 'End')).toBe('free 19');
  });
});

test('a removed stop is replaced by the nearest one', () => {
  expect(nameOf(nearestStop(monday, 9.3))).toBe('morning');
  expect(nearestStop([], 9)).toBeNull();
});

test('a press on an empty area finds its free time; a press on a block finds none', () => {
  const [column] = week;
  if (!column) throw new Error('No column.');
  expect(freeStopAt(monday, column, Date.parse('2026-11-16T10:20:00+07:00'))?.hour).toBe(10.25);
  expect(freeStopAt(monday, column, Date.parse('2026-11-16T09:20:00+07:00'))).toBeNull();
});
