import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeGaps, type Interval, maxGaps } from './gaps.ts';

const midnight = Date.UTC(2026, 10, 16);
const at = (minutes: number) => new Date(midnight + minutes * 60_000);
const clock = (text: string) => at(Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));
const interval = (text: string): Interval => ({ startsAt: clock(text.slice(0, 5)), endsAt: clock(text.slice(6)) });
const written = ({ startsAt, endsAt }: Interval) =>
  [startsAt, endsAt].map((instant) => instant.toISOString().slice(11, 16)).join('–');

describe('the free time', () => {
  test.each([
    ['nothing in the way', '09:00–12:00', ['07:00–09:00', '12:00–13:00'], []],
    ['the start is taken', '09:00–12:00', ['08:00–10:30'], ['10:30–12:00']],
    ['the end is taken', '09:00–12:00', ['11:30–13:00'], ['09:00–11:30']],
    ['one in the middle', '09:00–17:00', ['12:00–13:00'], ['09:00–12:00', '13:00–17:00']],
    ['between two', '09:00–17:00', ['08:00–11:00', '14:00–18:00'], ['11:00–14:00']],
    ['two and a pause', '09:00–17:00', ['10:00–11:00', '12:00–13:00'], ['09:00–10:00', '11:00–12:00', '13:00–17:00']],
    ['two that overlap', '09:00–17:00', ['10:00–12:00', '11:00–13:00'], ['09:00–10:00', '13:00–17:00']],
    ['all of it is taken', '09:00–10:00', ['08:00–12:00'], ['07:00–08:00', '12:00–13:00']],
    ['exactly it is taken', '09:00–10:00', ['09:00–10:00'], ['08:00–09:00', '10:00–11:00']],
    ['taken without a break', '09:00–10:00', ['08:00–09:30', '09:30–11:00'], ['07:00–08:00', '11:00–12:00']],
    [
      'little room beside it',
      '09:00–12:00',
      ['09:00–12:00', '07:00–08:00', '13:00–14:00'],
      ['08:00–09:00', '12:00–13:00'],
    ],
  ])('%s', (_, wanted, taken, free) => {
    expect(freeGaps(interval(wanted), taken.map(interval)).map(written)).toEqual(free);
  });

  test('is offered in whole minutes, and only from one minute on', () => {
    const taken = { startsAt: new Date(midnight + 20_000), endsAt: new Date(midnight + 10 * 60_000 + 1) };
    const wanted = { startsAt: at(0), endsAt: at(20) };
    expect(freeGaps(wanted, [taken]).map(written)).toEqual(['00:11–00:20']);
  });

  test('has at most a few intervals', () => {
    const taken = Array.from({ length: 9 }, (_, hour) => ({ startsAt: at(hour * 60), endsAt: at(hour * 60 + 30) }));
    expect(freeGaps({ startsAt: at(0), endsAt: at(9 * 60) }, taken)).toHaveLength(maxGaps);
  });
});

test('every suggestion is free and as long as possible, and all free time inside is suggested', () => {
  const any = record({ start: integer({ min: 0, max: 300 }), length: integer({ min: 1, max: 60 }) }).map(
    ({ start, length }) => ({ startsAt: at(start), endsAt: at(start + length) }),
  );
  assert(
    property(any, array(any, { maxLength: 5 }), (wanted, taken) => {
      const holds = (one: Interval, minute: number) =>
        one.startsAt.getTime() <= at(minute).getTime() && at(minute).getTime() < one.endsAt.getTime();
      const isTaken = (minute: number) => taken.some((one) => holds(one, minute));
      const minutes = Array.from({ length: 600 }, (_, index) => index - 120);
      const wantedFree = minutes.filter((minute) => holds(wanted, minute) && !isTaken(minute));
      const isConflict = minutes.some((minute) => holds(wanted, minute) && isTaken(minute));
      const gaps = freeGaps(wanted, taken);
      if (!isConflict) return gaps.length === 0;
      const offered = minutes.filter((minute) => gaps.some((gap) => holds(gap, minute)));
      expect(offered.some(isTaken)).toBe(false);
      for (const { startsAt, endsAt } of gaps) {
        expect(endsAt.getTime() - startsAt.getTime()).toBeLessThanOrEqual(
          wanted.endsAt.getTime() - wanted.startsAt.getTime(),
        );
      }
      if (wantedFree.length > 0 && gaps.length < maxGaps) expect(offered).toEqual(wantedFree);
      // Nothing inside is free: the suggestions on both sides touch the occupied time.
      if (wantedFree.length === 0) {
        const last = minutes.findLast((minute) => minute < minuteOf(wanted.startsAt) && !isTaken(minute));
        const next = minutes.find((minute) => minute >= minuteOf(wanted.endsAt) && !isTaken(minute));
        expect(gaps.map(({ startsAt, endsAt }) => [minuteOf(startsAt), minuteOf(endsAt)])).toMatchObject([
          [expect.any(Number), (last ?? 0) + 1],
          [next, expect.any(Number)],
        ]);
      }
      return true;
    }),
    { numRuns: 500 },
  );
});

const minuteOf = (instant: Date): number => (instant.getTime() - midnight) / 60_000;
