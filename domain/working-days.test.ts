import { expect, test } from 'vitest';
import { addDays } from './calendar.ts';
import { completeDayRefusal, incompleteDay, missingHours } from './working-days.ts';

// A Monday.
const today = '2026-11-23';

const logged = (minutes: number, ...daysBack: number[]) =>
  daysBack.map((back) => [addDays(today, -back), minutes] as const);

/** Monday to Friday of the four weeks before, eight hours each, without last Friday. */
const fourWeeks = logged(480, ...Array.from({ length: 28 }, (_, index) => index + 1).filter((back) => !isFree(back)));

function isFree(back: number): boolean {
  return back === 3 || Temporal.PlainDate.from(addDays(today, -back)).dayOfWeek > 5;
}

const noDaysOff: ReadonlySet<string> = new Set();

const of = (...days: readonly (readonly [string, number])[]) =>
  incompleteDay({ minutesOn: new Map(days), daysOff: noDaysOff }, today);

test('the last working day without hours is incomplete, and the weekend after it is not', () => {
  expect(of(...fourWeeks)).toEqual({ day: '2026-11-20', minutes: 0, usualMinutes: 480 });
});

test('a day with less than three quarters of the usual hours is incomplete', () => {
  expect(of(...fourWeeks, ...logged(359, 3))).toEqual({ day: '2026-11-20', minutes: 359, usualMinutes: 480 });
  expect(of(...fourWeeks, ...logged(360, 3))).toBeNull();
});

test('only the last working day counts', () => {
  expect(of(...fourWeeks.filter(([day]) => day !== '2026-11-19'), ...logged(480, 3))).toBeNull();
});

test('people who work on other days are reminded of those', () => {
  const saturdays = logged(300, 9, 16, 23, 30);
  expect(of(...saturdays)).toEqual({ day: '2026-11-21', minutes: 0, usualMinutes: 300 });
  expect(of(...saturdays, ...logged(300, 2))).toBeNull();
});

test('in the first two weeks Monday to Friday count, from the day after the first hours', () => {
  expect(of(...logged(240, 4))).toEqual({ day: '2026-11-20', minutes: 0, usualMinutes: 240 });
  expect(of(...logged(240, 3))).toBeNull();
  expect(of()).toBeNull();
});

test('after a break of weeks nobody is reminded', () => {
  expect(of(...logged(480, 35, 34, 33))).toBeNull();
});

test('one of the last 35 days can be called complete, not today and not a later one', () => {
  const codeOf = (back: number) => completeDayRefusal(addDays(today, -back), today)?.code ?? 'allowed';
  expect([0, 1, 35, 36].map(codeOf)).toEqual([
    'complete-day.out-of-range',
    'allowed',
    'allowed',
    'complete-day.out-of-range',
  ]);
});

test('hours are missing on an incomplete day that nobody called complete, and of somebody new after a weekday', () => {
  const missing = (days: readonly (readonly [string, number])[], joinedOn: string, completeDays: string[] = []) =>
    missingHours(
      { minutesOn: new Map(days), daysOff: noDaysOff, completeDays: new Set(completeDays), joinedOn },
      today,
    );
  expect(missing(fourWeeks, '2026-01-05')?.day).toBe('2026-11-20');
  expect(missing(fourWeeks, '2026-01-05', ['2026-11-20'])).toBeNull();
  expect(missing([], '2026-11-19')).toEqual({ day: null, minutes: 0, usualMinutes: 0 });
  expect(missing([], '2026-11-20'), 'joined on Friday, and today is Monday').toBeNull();
  expect(missing([], '2026-10-01'), 'stopped or never began').toBeNull();
});

test('a day on which nobody in the company logged anything does not count, the working day before it does', () => {
  const holiday = new Set(['2026-11-20']);
  const days = (list: readonly (readonly [string, number])[]) => ({ minutesOn: new Map(list), daysOff: holiday });
  expect(incompleteDay(days(fourWeeks), today)).toBeNull();
  const withoutThursday = fourWeeks.filter(([day]) => day !== '2026-11-19');
  expect(incompleteDay(days(withoutThursday), today)?.day).toBe('2026-11-19');
  const missing = (joinedOn: string) => missingHours({ ...days([]), completeDays: noDaysOff, joinedOn }, today);
  expect(missing('2026-11-19'), 'joined on the day before the holiday').toBeNull();
  expect(missing('2026-11-18')).not.toBeNull();
});
