import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOf, wallTimeOf } from '#domain/calendar.ts';
import { bottomOf, clockChange, hourAt, instantAt, irregularHours, topOf, weekDaySpans } from './days.ts';

const zones = [
  'Asia/Jakarta',
  'Europe/Berlin',
  'America/New_York',
  'America/Nuuk',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
] as const;
const zone = constantFrom(...zones);
const day = integer({ min: 0, max: 5_478 }).map((days) => addDays('2020-01-01', days));

const columnOf = (on: string, where: string) => {
  const [column] = weekDaySpans(on, 1, where);
  if (!column) throw new Error('No column.');
  return column;
};

test('a day without a change of the clocks has 24 hours from 0 to 24', () => {
  const column = columnOf('2026-11-16', 'Asia/Jakarta');
  expect([topOf(column), bottomOf(column)]).toEqual([0, 24]);
  expect(irregularHours(column, 'Asia/Jakarta')).toEqual([]);
  expect(clockChange(column, 'Asia/Jakarta')).toBeNull();
});

describe('in Berlin', () => {
  test('the day of 23 hours starts an hour lower, and labels the hours before the change', () => {
    const column = columnOf('2026-03-29', 'Europe/Berlin');
    expect([topOf(column), bottomOf(column)]).toEqual([1, 24]);
    expect(irregularHours(column, 'Europe/Berlin')).toEqual([
      { label: '00:00', hour: 1 },
      { label: '01:00', hour: 2 },
    ]);
    expect(clockChange(column, 'Europe/Berlin')).toEqual({ hour: 3, before: '02:00', after: '03:00' });
  });

  test('the day of 25 hours starts an hour higher, and labels one hour twice', () => {
    const column = columnOf('2026-10-25', 'Europe/Berlin');
    expect([topOf(column), bottomOf(column)]).toEqual([-1, 24]);
    expect(irregularHours(column, 'Europe/Berlin').map(({ label, hour }) => [label, hour])).toEqual([
      ['00:00', -1],
      ['01:00', 0],
      ['02:00', 1],
    ]);
    expect(clockChange(column, 'Europe/Berlin')).toEqual({ hour: 2, before: '03:00', after: '02:00' });
  });
});

test('a change of half an hour, and one in the evening, do not move noon', () => {
  expect(topOf(columnOf('2026-10-04', 'Australia/Lord_Howe'))).toBe(0.5);
  const evening = columnOf('2026-03-28', 'America/Nuuk');
  expect([topOf(evening), bottomOf(evening)]).toEqual([0, 23]);
});

test('columns are as long as their days and have no gaps between them', () => {
  assert(
    property(day, zone, (first, where) => {
      const columns = weekDaySpans(first, 7, where);
      for (const [index, column] of columns.entries()) {
        expect(column.day).toBe(addDays(first, index));
        expect(bottomOf(column) - topOf(column)).toBeCloseTo((column.to - column.from) / 3_600_000, 9);
        expect(columns[index + 1]?.from ?? column.to).toBe(column.to);
      }
    }),
    { numRuns: 300 },
  );
});

test('a height converts to an instant of the same day, and back', () => {
  assert(
    property(day, zone, integer({ min: 0, max: 1_379 }), (on, where, minute) => {
      const column = columnOf(on, where);
      const at = column.from + minute * 60_000;
      if (at >= column.to) return;
      expect(Math.round(instantAt(column, hourAt(column, at)))).toBe(at);
      expect(dayOf(new Date(at), where)).toBe(on);
    }),
    { numRuns: 300 },
  );
});

test('hours before a change have their own labels, and after it the scale of the week applies', () => {
  assert(
    property(day, zone, (on, where) => {
      const column = columnOf(on, where);
      for (const { label, hour } of irregularHours(column, where)) {
        expect(wallTimeOf(new Date(Math.round(instantAt(column, hour))), where).slice(11)).toBe(label);
      }
      expect(wallTimeOf(new Date(column.noon), where)).toBe(`${on}T12:00`);
    }),
    { numRuns: 300 },
  );
});
