import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { mapTexts } from '#domain/worklog-fields.ts';
import {
  clockChangeMinutes,
  duplicateEntry,
  earlierCurrency,
  elapsedMinutes,
  emptyEntry,
  entryAfterLast,
  entryFromWorklog,
  entryRequest,
  entryWithDuration,
  isSameEntry,
  moveEntryToDay,
  moveEntryToTime,
  resolveEnd,
  resolveStart,
  timesRequest,
} from './entry.ts';
import { zoneLabel } from './zone.ts';

const jakarta = 'Asia/Jakarta';
const berlin = 'Europe/Berlin';

const texts = mapTexts((name) => `Pengecoran malam, ${name}`);
const nightShift = {
  taskId: 'task',
  startsAt: '2026-11-16T15:00:00.000Z',
  endsAt: '2026-11-16T23:30:00.000Z',
  zone: jakarta,
  day: '2026-11-16',
  expense: { amountMinor: 12_500_000, currency: 'IDR' },
  ...texts,
};

test('a change of the times sends nothing else, so that an amount stays in its currency', () => {
  expect(timesRequest(entryFromWorklog(nightShift, 'id'), jakarta)).toEqual({
    start: '2026-11-16T22:00',
    end: '2026-11-17T06:30',
    startOffset: '+07:00',
    endOffset: '+07:00',
    zone: jakarta,
  });
});

test.each([
  ['in an earlier currency of the company', { currency: 'USD' }, 'IDR'],
  ['in its currency', { currency: 'IDR' }, null],
  ['typed anew', { currency: 'USD', amount: '12' }, null],
])('an amount %s', (_, change, expected) => {
  const { amount } = entryFromWorklog(nightShift, 'id');
  const form = { amount, locale: 'id', ...change };
  expect(earlierCurrency(nightShift.expense, form)).toBe(expected);
  expect(earlierCurrency(null, form)).toBeNull();
});

describe('a saved worklog in the form', () => {
  test('shows the wall times it was entered with, also over midnight', () => {
    expect(entryFromWorklog(nightShift, 'id')).toMatchObject({
      day: '2026-11-16',
      startTime: '22:00',
      endDay: '2026-11-17',
      endTime: '06:30',
      amount: '125.000',
    });
  });

  test('is sent to the server unchanged', () => {
    const place = { zone: jakarta, locale: 'id', currency: 'IDR' };
    expect(entryRequest(entryFromWorklog(nightShift, 'id'), 'timed', place)).toEqual({
      taskId: 'task',
      ...texts,
      amount: '125000',
      currency: 'IDR',
      tags: [],
      start: '2026-11-16T22:00',
      end: '2026-11-17T06:30',
      startOffset: '+07:00',
      endOffset: '+07:00',
      zone: jakarta,
    });
  });

  test('of an expense has a day and no times', () => {
    const expense = { ...nightShift, startsAt: null, endsAt: null };
    const place = { zone: berlin, locale: 'en', currency: 'IDR' };
    expect(entryRequest(entryFromWorklog(expense, 'en'), 'expense', place)).toEqual({
      taskId: 'task',
      ...texts,
      amount: '125000',
      currency: 'IDR',
      tags: [],
      day: '2026-11-16',
    });
  });
});

test('a duplicate keeps task, texts and times on the current day, also over midnight, and the amount has to be entered again', () => {
  expect(duplicateEntry(nightShift, '2026-12-31', 'en')).toEqual({
    taskId: 'task',
    timing: 'times',
    duration: '',
    day: '2026-12-31',
    startTime: '22:00',
    endDay: '2027-01-01',
    endTime: '06:30',
    startOffset: '',
    endOffset: '',
    amount: '',
    ...texts,
    receipts: '',
    isBillable: '',
    tags: '',
  });
});

describe('a new worklog', () => {
  test('starts where the last one of the day ended', () => {
    const morning = { ...nightShift, startsAt: '2026-11-17T01:00:00.000Z', endsAt: '2026-11-17T05:15:00.000Z' };
    expect(entryAfterLast([morning, nightShift], '2026-11-17', jakarta).startTime).toBe('12:15');
  });

  test('leaves the start open on a day without worklogs', () => {
    expect(entryAfterLast([], '2026-11-17', jakarta)).toEqual(emptyEntry('2026-11-17'));
  });

  test('entered in another zone than the company’s contains the zone', () => {
    const entry = { ...emptyEntry('2026-11-17'), taskId: 'task', startTime: '9', endTime: '17.30' };
    expect(entryRequest(entry, 'timed', { zone: 'Asia/Makassar', locale: 'id', currency: 'IDR' })).toMatchObject({
      start: '2026-11-17T09:00',
      end: '2026-11-17T17:30',
      zone: 'Asia/Makassar',
    });
  });
});

describe('the end', () => {
  test('moves to another day with the start', () => {
    expect(moveEntryToDay(emptyEntry('2026-11-17'), '2026-11-20').endDay).toBe('2026-11-20');
    expect(moveEntryToDay(entryFromWorklog(nightShift, 'en'), '2026-11-20').endDay).toBe('2026-11-21');
  });

  test('also moves if the start was invalid in between', () => {
    const halfTyped = moveEntryToDay(entryFromWorklog(nightShift, 'en'), '2026-1');
    expect(moveEntryToDay(halfTyped, '2026-12-01', '2026-11-16').endDay).toBe('2026-12-02');
  });

  test('does not move while the start is being typed', () => {
    expect(moveEntryToDay(emptyEntry('2026-11-17'), '').endDay).toBe('2026-11-17');
  });
});

describe('elapsed time', () => {
  const between = (day: string, startTime: string, endDay: string, endTime: string) =>
    elapsedMinutes({ ...emptyEntry(day), startTime, endDay, endTime }, berlin);

  test.each([
    ['an ordinary day', '2026-11-16', '09:00', '2026-11-16', '17:30', 510],
    ['a night', '2026-11-16', '22:00', '2026-11-17', '06:00', 480],
    ['the night the clocks go forward', '2026-03-28', '22:00', '2026-03-29', '06:00', 420],
    ['the night the clocks go back', '2026-10-24', '22:00', '2026-10-25', '06:00', 540],
    ['an end before the start', '2026-11-16', '17:00', '2026-11-16', '09:00', -480],
  ])('of %s is the true duration', (_, day, start, endDay, end, minutes) => {
    expect(between(day, start, endDay, end)).toBe(minutes);
  });

  test('is unknown while a time is missing', () => {
    expect(between('2026-11-16', '09:00', '2026-11-16', '')).toBeNull();
  });
});

describe('a wall time when the clocks change', () => {
  test('that is skipped gives the nearest existing times', () => {
    const entry = { ...emptyEntry('2026-03-29'), startTime: '02:30' };
    expect(resolveStart(entry, berlin)).toEqual({
      state: 'missing',
      nearest: ['2026-03-29T01:30', '2026-03-29T03:30'],
    });
  });

  test('that happens twice is ambiguous without an offset, and accepted with one', () => {
    const entry = { ...emptyEntry('2026-10-25'), endTime: '02:30' };
    const twins = [
      { offset: '+02:00', at: new Date('2026-10-25T00:30:00Z') },
      { offset: '+01:00', at: new Date('2026-10-25T01:30:00Z') },
    ];
    expect(resolveEnd(entry, berlin)).toEqual({ state: 'twice', twins });
    expect(resolveEnd({ ...entry, endOffset: '+01:00' }, berlin)).toEqual({ state: 'ready', at: twins[1]?.at, twins });
  });

  test('that is skipped at midnight has its nearest time on another day', () => {
    const entry = { ...emptyEntry('2026-04-24'), startTime: '00:30' };
    expect(resolveStart(entry, 'Africa/Cairo')).toEqual({
      state: 'missing',
      nearest: ['2026-04-23T23:30', '2026-04-24T01:30'],
    });
  });

  test.each([
    ['back', '2026-10-24', 60],
    ['forward', '2026-03-28', -60],
    ['not at all', '2026-11-16', 0],
  ])('the clocks go %s: the shift is longer or shorter than it looks', (_, day, minutes) => {
    const night = { ...emptyEntry(day), startTime: '22:00', endDay: addDays(day, 1), endTime: '06:00' };
    expect(clockChangeMinutes(night, berlin)).toBe(minutes);
    expect(elapsedMinutes(night, berlin)).toBe(480 + minutes);
  });
});

test('free time is converted to wall times of the form’s zone, and back to the same instants', () => {
  const free = { startsAt: '2026-10-25T00:30:00.000Z', endsAt: '2026-10-25T05:00:00.000Z' };
  const entry = moveEntryToTime({ ...emptyEntry('2026-10-25'), taskId: 'task', notes: 'kept' }, free, berlin);
  expect(entry).toMatchObject({ taskId: 'task', notes: 'kept', startTime: '02:30', endTime: '06:00' });
  expect([resolveStart(entry, berlin), resolveEnd(entry, berlin)]).toMatchObject([
    { at: new Date(free.startsAt) },
    { at: new Date(free.endsAt) },
  ]);
});

test('two entries are equal unless a field differs', () => {
  const entry = emptyEntry('2026-11-16');
  expect(isSameEntry(entry, { ...entry })).toBe(true);
  expect(isSameEntry(entry, { ...entry, notes: 'a' })).toBe(false);
});

test('a time is labelled with its offset from UTC, or with the place while the clocks change', () => {
  const label = (day: string, startTime: string) =>
    zoneLabel(resolveStart({ ...emptyEntry(day), startTime }, berlin), berlin, 'GMT+1');
  expect(label('2026-07-01', '09:00')).toBe('GMT+2');
  expect(label('2026-10-25', '02:30')).toBe('Berlin');
  expect(label('2026-03-29', '02:30')).toBe('Berlin');
  expect(label('2026-07-01', '')).toBe('GMT+1');
});

describe('a typed duration', () => {
  const entry = { ...emptyEntry('2026-11-16'), startTime: '22:00' };

  test('sets the end, also over midnight', () => {
    expect(entryWithDuration(entry, 450, jakarta)).toMatchObject({ endDay: '2026-11-17', endTime: '05:30' });
    expect(entryWithDuration({ ...entry, startTime: '9' }, 90, jakarta)).toMatchObject({
      endDay: '2026-11-16',
      endTime: '10:30',
    });
  });

  test('is elapsed time when the clocks change', () => {
    const back = { ...entry, day: '2026-10-24', endDay: '2026-10-24' };
    const changed = entryWithDuration(back, 540, berlin);
    expect(changed).toMatchObject({ endDay: '2026-10-25', endTime: '06:00', endOffset: '+01:00' });
    expect(elapsedMinutes(changed, berlin)).toBe(540);
  });

  test('changes nothing while there is no start', () => {
    const without = { ...entry, startTime: '' };
    expect(entryWithDuration(without, 60, jakarta)).toBe(without);
  });
});
