import 'temporal-polyfill/global';
import { describe, expect, test } from 'vitest';
import { dayOf } from './calendar.ts';
import { type PeriodPreset, periodPresets } from './period-presets.ts';
import {
  mailedDays,
  maxSavedReports,
  resolveSavedDays,
  savedDaysRefusal,
  savedReportChangeRefusal,
  savedReportLimitRefusal,
  unshareRefusal,
} from './saved-reports.ts';

const moving = (range: PeriodPreset) => ({
  range,
  from: null,
  to: null,
});
const fixed = { range: 'days', from: '2026-02-10', to: '2026-03-05' } as const;

describe('the days of a saved report', () => {
  test.each([
    ['this-week', '2026-11-18', 1, '2026-11-16', '2026-11-22'],
    ['this-week', '2026-11-18', 7, '2026-11-15', '2026-11-21'],
    ['last-week', '2026-11-16', 1, '2026-11-09', '2026-11-15'],
    ['last-week', '2027-01-01', 1, '2026-12-21', '2026-12-27'],
    ['this-month', '2028-02-10', 1, '2028-02-01', '2028-02-29'],
    ['last-month', '2026-01-31', 1, '2025-12-01', '2025-12-31'],
    ['last-month', '2026-03-31', 1, '2026-02-01', '2026-02-28'],
    ['this-quarter', '2026-12-31', 1, '2026-10-01', '2026-12-31'],
    ['this-quarter', '2027-01-01', 1, '2027-01-01', '2027-03-31'],
    ['last-quarter', '2026-12-31', 1, '2026-07-01', '2026-09-30'],
    ['last-quarter', '2027-01-01', 1, '2026-10-01', '2026-12-31'],
    ['last-quarter', '2028-05-31', 1, '2028-01-01', '2028-03-31'],
    ['this-year', '2026-03-31', 1, '2026-01-01', '2026-12-31'],
    ['last-year', '2026-03-31', 1, '2025-01-01', '2025-12-31'],
  ] as const)('%s on %s, weeks beginning on %s', (range, today, weekStartsOn, from, to) => {
    expect(resolveSavedDays(moving(range), today, weekStartsOn)).toEqual({ from, to });
  });

  test.each([
    ['Pacific/Kiritimati', '2027-01-01', '2026-10-01', '2026'],
    ['Asia/Jakarta', '2027-01-01', '2026-10-01', '2026'],
    ['Europe/London', '2026-12-31', '2026-07-01', '2025'],
    ['Pacific/Pago_Pago', '2026-12-31', '2026-07-01', '2025'],
  ])('follow the zone of the company at the end of the year: in %s it is %s', (zone, today, quarter, year) => {
    expect(dayOf(new Date('2026-12-31T18:00:00Z'), zone)).toBe(today);
    expect(resolveSavedDays(moving('last-quarter'), today, 1).from).toBe(quarter);
    expect(resolveSavedDays(moving('last-year'), today, 1)).toEqual({ from: `${year}-01-01`, to: `${year}-12-31` });
  });

  test('do not move if they were chosen as fixed days', () => {
    expect(resolveSavedDays(fixed, '2030-01-01', 1)).toEqual({ from: '2026-02-10', to: '2026-03-05' });
  });

  test('are required for a fixed range, and refused for a relative one', () => {
    expect(savedDaysRefusal(fixed)).toBeNull();
    expect(savedDaysRefusal(moving('last-week'))).toBeNull();
    expect(savedDaysRefusal({ ...fixed, from: null })).toMatchObject({ code: 'field.required', path: 'from' });
    expect(savedDaysRefusal({ ...fixed, to: null })).toMatchObject({ code: 'field.required', path: 'to' });
    expect(savedDaysRefusal({ ...fixed, range: 'last-week' })).toMatchObject({ code: 'field.unknown', path: 'from' });
    expect(savedDaysRefusal({ range: 'last-week', from: null, to: '2026-01-01' })).toMatchObject({ path: 'to' });
  });
});

describe('the days of a mailed report', () => {
  const on = (day: string) => ({ day, weekStartsOn: 1 });

  test('are exactly the previous week or month, whatever the range of the report', () => {
    for (const range of periodPresets) {
      expect(mailedDays(moving(range), 'weekly', on('2026-11-16'))).toEqual({ from: '2026-11-09', to: '2026-11-15' });
      expect(mailedDays(moving(range), 'monthly', on('2026-11-03'))).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    }
  });

  test('are the fixed days, if it has any', () => {
    expect(mailedDays(fixed, 'weekly', on('2026-11-16'))).toEqual({ from: '2026-02-10', to: '2026-03-05' });
  });
});

test('the number of saved reports of a person is limited', () => {
  expect(savedReportLimitRefusal(maxSavedReports - 1)).toBeNull();
  expect(savedReportLimitRefusal(maxSavedReports)?.code).toBe('saved-report.too-many');
});

test.each([
  [{ isOwn: true, isShared: false }, 'own', null],
  [{ isOwn: true, isShared: false }, 'all', null],
  [{ isOwn: false, isShared: true }, 'all', null],
  [{ isOwn: false, isShared: true }, 'own', 'saved-report.not-own'],
  [{ isOwn: false, isShared: false }, 'all', 'saved-report.not-own'],
] as const)('changing %o with the scope %s', (report, scope, code) => {
  expect(savedReportChangeRefusal(report, scope)?.code ?? null).toBe(code);
});

test('only the owner can stop sharing', () => {
  expect(unshareRefusal({ isOwn: true })).toBeNull();
  expect(unshareRefusal({ isOwn: false })?.code).toBe('saved-report.not-own');
});
