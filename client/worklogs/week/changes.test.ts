import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, daysBetween, resolveWallTime, wallTimeOf } from '#domain/calendar.ts';
import {
  clockQuestion,
  moveByDays,
  moveSpan,
  nextStep,
  possibleInstants,
  resizeSpan,
  snapToStep,
  spanBetween,
  targetTime,
} from './changes.ts';

const berlin = 'Europe/Berlin';
const zones = [
  'Asia/Jakarta',
  berlin,
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Nuuk',
] as const;
const zone = constantFrom(...zones);
const minute = integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 });
const length = integer({ min: 1, max: 1_440 });

const at = (wall: string, where: string = berlin): number => possibleInstants(wall, where)[0] ?? Number.NaN;
const wallOf = (instant: number, where: string = berlin) => wallTimeOf(new Date(instant), where);
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });

test('a snapped time is a multiple of the step in every zone', () => {
  assert(
    property(minute, zone, constantFrom(5, 15), (minutes, where, step) => {
      const marked = snapToStep(minutes * 60_000, step);
      expect(Number(wallOf(marked, where).slice(14)) % step).toBe(0);
      expect(Math.abs(marked - minutes * 60_000)).toBeLessThanOrEqual((step * 60_000) / 2);
    }),
  );
});

test('a new time can be dragged in both directions, and is never empty', () => {
  const [nine, half] = [at('2026-11-16T09:02'), at('2026-11-16T10:33')];
  expect(spanBetween(nine, half, 15)).toEqual(span('2026-11-16T09:00', '2026-11-16T10:30'));
  expect(spanBetween(half, nine, 15)).toEqual(span('2026-11-16T09:00', '2026-11-16T10:30'));
  expect(spanBetween(nine, nine, 15)).toEqual(span('2026-11-16T09:00', '2026-11-16T09:15'));
});

test('moving keeps the duration, by every method, in every zone', () => {
  assert(
    property(minute, length, zone, integer({ min: -6, max: 6 }), minute, (start, minutes, where, days, target) => {
      const before = { from: start * 60_000, to: (start + minutes) * 60_000 };
      const sizes = [moveSpan(before, target * 60_000), moveByDays(targetTime(before, where), days, where).span];
      for (const after of sizes) expect(after.to - after.from).toBe(before.to - before.from);
    }),
  );
});

test('an edge never moves past the other one', () => {
  assert(
    property(minute, length, minute, constantFrom<'start' | 'end'>('start', 'end'), (start, minutes, target, edge) => {
      const before = { from: start * 60_000, to: (start + minutes) * 60_000 };
      const after = resizeSpan(before, edge, target * 60_000, 15);
      expect(after.to - after.from).toBeGreaterThanOrEqual(15 * 60_000);
      expect(edge === 'start' ? after.to : after.from).toBe(edge === 'start' ? before.to : before.from);
    }),
  );
});

test('moving to another day keeps the wall time, unless it does not exist or happens twice there', () => {
  assert(
    property(minute, zone, integer({ min: -6, max: 6 }), (start, where, days) => {
      const before = targetTime({ from: start * 60_000, to: (start + 60) * 60_000 }, where);
      const after = moveByDays(before, days, where);
      expect(daysBetween(before.wall.slice(0, 10), after.wall.slice(0, 10))).toBe(days);
      expect(after.wall.slice(11)).toBe(before.wall.slice(11));
      const { at: only } = resolveWallTime(after.wall, where, undefined, '');
      if (days === 0) return;
      if (only) expect(after.span.from).toBe(only.getTime());
      else expect(possibleInstants(after.wall, where)).toHaveLength(2);
    }),
    { numRuns: 500 },
  );
});

test('moving to another day and back restores the time', () => {
  const start = targetTime(span('2026-03-28T02:30', '2026-03-28T04:00'), berlin);
  const there = moveByDays(start, 1, berlin);
  expect(wallOf(there.span.from), 'what does not exist is shown at the nearest').toBe('2026-03-29T01:30');
  expect(moveByDays(there, -1, berlin)).toEqual(start);
  expect(wallOf(moveByDays(there, 1, berlin).span.from), 'and is passed over').toBe('2026-03-30T02:30');
});

test('a night shift keeps its eight hours when the clocks change', () => {
  const night = targetTime(span('2026-03-27T22:00', '2026-03-28T06:00'), berlin);
  const moved = moveByDays(night, 1, berlin).span;
  expect([wallOf(moved.from), wallOf(moved.to)]).toEqual(['2026-03-28T22:00', '2026-03-29T07:00']);
});

describe('a press of an arrow key', () => {
  test.each([
    ['up to the next mark', '09:07', 15, '09:15'],
    ['down to the mark before', '09:07', -15, '09:00'],
    ['by a quarter from a mark', '09:15', 15, '09:30'],
    ['by an hour', '09:15', 60, '10:15'],
    ['by an hour from between the marks', '09:07', -60, '08:00'],
  ])('moves %s', (_, from, minutes, to) => {
    expect(nextStep(at(`2026-11-16T${from}`), minutes)).toBe(at(`2026-11-16T${to}`));
  });

  test('moves by elapsed time when the clocks change', () => {
    const before = at('2026-03-29T01:45');
    expect(wallOf(nextStep(before, 15))).toBe('2026-03-29T03:00');
  });
});

describe('a wall time', () => {
  test('that does not exist needs a choice between the nearest ones', () => {
    const question = clockQuestion('2026-03-29T02:30', at('2026-03-29T03:30'), berlin);
    expect(question?.isMissing).toBe(true);
    expect(question?.options.map(({ wall }) => wall)).toEqual(['2026-03-29T03:30', '2026-03-29T01:30']);
  });

  test('that happens twice needs a choice, with the one under the pointer first', () => {
    const [first = 0, second = 0] = possibleInstants('2026-10-25T02:30', berlin);
    expect(second - first).toBe(3_600_000);
    const question = clockQuestion('2026-10-25T02:30', second, berlin);
    expect(question?.isMissing).toBe(false);
    expect(question?.options.map((option) => option.at)).toEqual([second, first]);
  });

  test('that exists once needs no choice', () => {
    assert(
      property(minute, zone, (minutes, where) => {
        const instant = minutes * 60_000;
        const wall = wallOf(instant, where);
        const isOnce = resolveWallTime(wall, where, undefined, '').at !== null;
        expect(clockQuestion(wall, instant, where) === null).toBe(isOnce);
        expect(dayOf(new Date(possibleInstants(wall, where)[0] ?? 0), where)).toBe(wall.slice(0, 10));
      }),
      { numRuns: 500 },
    );
  });
});
