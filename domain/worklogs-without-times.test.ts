import { describe, expect, test } from 'vitest';
import { defaultPolicies } from './policies.ts';
import { entryRefusals, type WorklogEntry, type WorklogEntryFacts } from './worklogs.ts';

const withoutTimes = (rest: Partial<WorklogEntry> = {}): WorklogEntry => ({
  kind: 'timed',
  startsAt: null,
  endsAt: null,
  minutes: 240,
  day: '2026-11-16',
  amountMinor: null,
  receipts: 0,
  notes: '',
  ...rest,
});

const withTimes = withoutTimes({
  startsAt: new Date('2026-11-16T01:00Z'),
  endsAt: new Date('2026-11-16T05:00Z'),
});

const facts: WorklogEntryFacts = {
  now: new Date('2026-11-16T05:00:00Z'),
  zone: 'Asia/Jakarta',
  policies: defaultPolicies,
  otherMinutes: 0,
  before: null,
};
const refusalsOf = (entry: WorklogEntry, rest: Partial<WorklogEntryFacts> = {}) =>
  entryRefusals(entry, { ...facts, ...rest }).map(({ code, path }) => `${path}: ${code}`);

describe('a worklog without times', () => {
  const policies = { ...defaultPolicies, times: 'optional' as const };

  test('has a day and minutes, where the company allows it', () => {
    expect(refusalsOf(withoutTimes())).toEqual(['minutes: worklog.times-required']);
    expect(refusalsOf(withoutTimes(), { policies })).toEqual([]);
    expect(refusalsOf(withoutTimes({ minutes: null }), { policies })).toEqual(['start: field.required']);
  });

  test('is refused on its day or for its minutes', () => {
    const of = (entry: Partial<WorklogEntry>, rest: Partial<typeof policies>, otherMinutes = 0) =>
      refusalsOf(withoutTimes(entry), { policies: { ...policies, ...rest }, otherMinutes });
    expect(of({ day: '2026-11-17' }, {})).toEqual(['day: worklog.in-future']);
    expect(of({ day: '2026-11-17' }, { allowFuture: true })).toEqual([]);
    expect(of({}, { lockedUntil: '2026-11-16' })).toEqual(['day: worklog.period-locked']);
    expect(of({}, { longestWorklogMinutes: 240 })).toEqual([]);
    expect(of({}, { longestWorklogMinutes: 239 })).toEqual(['minutes: worklog.too-long']);
    expect(of({}, { longestDayMinutes: 480 }, 240)).toEqual([]);
    expect(of({}, { longestDayMinutes: 480 }, 241)).toEqual(['minutes: worklog.day-too-long']);
  });

  test('keeps its length and its day once the company requires times again, and nothing else may be without', () => {
    const before = withoutTimes();
    expect(refusalsOf(withoutTimes({ notes: 'Painted' }), { before })).toEqual([]);
    for (const change of [{ minutes: 239 }, { day: '2026-11-15' }])
      expect(refusalsOf(withoutTimes(change), { before })).toEqual(['minutes: worklog.times-required']);
    expect(refusalsOf(withoutTimes(), { before: withTimes })).toEqual(['minutes: worklog.times-required']);
    expect(refusalsOf(withTimes, { before })).toEqual([]);
  });
});
