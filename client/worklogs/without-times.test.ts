import { describe, expect, test } from 'vitest';
import { defaultPolicies } from '#domain/policies.ts';
import { parseQuickEntry } from '#domain/quick-entry/line.ts';
import { changeTiming, emptyEntry, enteredMinutes, entryFromWorklog, entryRequest } from './entry.ts';
import { validateEntry } from './entry-errors.ts';
import { entryFromLine } from './quick-entry/quick-line.ts';

const day = '2026-11-16';
const format = { zone: 'Asia/Jakarta', locale: 'en', currency: 'IDR' };
const place = { ...format, today: day };
const short = { ...emptyEntry(day), taskId: 'task', timing: 'duration', duration: '7.5' };
const worked = { ...emptyEntry(day), taskId: 'task', startTime: '08:00', endTime: '12:15' };

describe('a worklog without times in the form', () => {
  test('is its day and its duration, as saved and as sent', () => {
    const saved = {
      taskId: 'task',
      startsAt: null,
      endsAt: null,
      minutes: 450,
      zone: 'Asia/Jakarta',
      day,
      expense: null,
    };
    const entry = entryFromWorklog(saved, 'en');
    expect(entry).toMatchObject({ timing: 'duration', duration: '7 h 30 m', day, startTime: '' });
    expect(entryRequest(entry, 'timed', format)).toMatchObject({ day, minutes: 450 });
    expect(entryRequest(entry, 'timed', format)).not.toHaveProperty('start');
    expect(entryFromWorklog({ ...saved, minutes: null }, 'en')).toMatchObject({ timing: 'times', duration: '' });
  });

  test('takes the duration of its times, on a day that has begun in the company', () => {
    expect(changeTiming(worked, 'duration', place)).toMatchObject({ timing: 'duration', duration: '4 h 15 m', day });
    const tomorrow = { ...worked, day: '2026-11-17', endDay: '2026-11-17' };
    expect(changeTiming(tomorrow, 'duration', place)).toMatchObject({ day, duration: '4 h 15 m' });
    expect(changeTiming(short, 'times', place)).toEqual({ ...short, timing: 'times' });
  });

  test('needs a day and a duration of at most the longest worklog', () => {
    const policies = { ...defaultPolicies, times: 'optional' as const, longestWorklogMinutes: 480 };
    const errorsOf = (change: Partial<typeof short>) =>
      Object.entries(validateEntry({ ...short, ...change }, { kind: 'timed', ...format, policies })).map(
        ([field, error]) => `${field} ${error.code}`,
      );
    expect(errorsOf({})).toEqual([]);
    expect(errorsOf({ duration: '' })).toEqual(['minutes field.required']);
    expect(errorsOf({ duration: 'long' })).toEqual(['minutes field.invalid']);
    expect(errorsOf({ duration: '0' })).toEqual(['minutes field.invalid']);
    expect(errorsOf({ duration: '8:01' })).toEqual(['minutes worklog.too-long']);
    expect(errorsOf({ day: '' })).toEqual(['day field.required']);
  });
});

describe('a line of quick entry with a duration only', () => {
  const read = (line: string, mayOmitTimes: boolean) =>
    entryFromLine(parseQuickEntry(line, { today: day, locale: 'en', currency: 'IDR', mayOmitTimes }), {
      taskId: 'task',
      kind: 'timed',
      day,
      lastEndsAt: null,
      now: new Date('2026-11-16T09:00:00Z'),
      ...format,
      mayOmitTimes,
    });

  test('has no times where the company does not require them; a start gives it times', () => {
    const { entry, reason } = read('7.5h painting', true);
    expect([entry.timing, entry.startTime, enteredMinutes(entry, format.zone), reason]).toEqual([
      'duration',
      '',
      450,
      null,
    ]);
    expect(read('7,5 painting', true).entry).toMatchObject({ timing: 'duration', duration: '7 h 30 m' });
    expect(read('9:00 2h painting', true).entry).toMatchObject({
      timing: 'times',
      startTime: '09:00',
      endTime: '11:00',
    });
    expect(read('7.5h painting', false).entry).toMatchObject({ timing: 'times', startTime: '08:30' });
  });
  test('takes a bare number for hours only there, and only beside no times', () => {
    const unclear = (line: string, mayOmitTimes: boolean) =>
      parseQuickEntry(line, { today: day, locale: 'en', currency: 'IDR', mayOmitTimes }).unclear.length;
    expect(unclear('7.5 painting', true)).toBe(0);
    expect(unclear('7.5 painting', false)).toBe(1);
    expect(unclear('8-12 painting 7.5', true)).toBe(1);
    expect(unclear('7.5 painting 2.5', true)).toBe(2);
  });
});
