import { expect, test } from 'vitest';
import type { Day } from '#domain/calendar.ts';
import { dayAfterKey, weeksOfMonth } from './calendar-grid.ts';

/** What is shown: null where the day is of another month. */
const shownWeeks = (month: Day, weekStartsOn: number) =>
  weeksOfMonth(month, weekStartsOn).map((week) => week.map(({ day, isOfMonth }) => (isOfMonth ? day : null)));

test('every month is shown in six weeks, without the days of other months', () => {
  const weeks = shownWeeks('2026-11-16', 1);
  expect(weeks).toHaveLength(6);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30);
});

test('a month of four weeks has six rows too, so that the calendar keeps its height', () => {
  const weeks = shownWeeks('2027-02-10', 1);
  expect(weeks).toHaveLength(6);
  expect(weeks.flat().filter((day) => day !== null)).toHaveLength(28);
  expect(weeks.slice(4).flat()).toEqual(Array(14).fill(null));
});

test('the week starts on the company’s first weekday', () => {
  expect(shownWeeks('2026-11-16', 7)[0]?.[0]).toBe('2026-11-01');
});

test.each([
  ['ArrowLeft', false, '2026-10-31'],
  ['ArrowRight', false, '2026-11-02'],
  ['ArrowUp', false, '2026-10-25'],
  ['ArrowDown', false, '2026-11-08'],
  ['Home', false, '2026-10-26'],
  ['End', false, '2026-11-01'],
  ['PageUp', false, '2026-10-01'],
  ['PageDown', true, '2027-11-01'],
])('%s (shift: %s) moves to %s', (key, shiftKey, day) => {
  expect(dayAfterKey('2026-11-01', { key, shiftKey }, 1)).toBe(day);
});

test('Page Down stays within the next month, if that is shorter', () => {
  expect(dayAfterKey('2026-01-31', { key: 'PageDown', shiftKey: false }, 1)).toBe('2026-02-28');
  expect(dayAfterKey('2026-01-31', { key: 'Enter', shiftKey: false }, 1)).toBeNull();
});
