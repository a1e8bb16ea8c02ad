import { assert, constantFrom, date, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, resolveWallTime } from '../calendar.ts';
import { placeDuration } from './placement.ts';

const facts = {
  day: '2026-11-20',
  minutes: 480,
  startTime: null,
  lastEndsAt: null,
  now: new Date('2026-11-20T10:33:20Z'),
  zone: 'Asia/Jakarta',
};

describe('a duration without times', () => {
  test('starts after the last worklog of the day', () => {
    const placed = placeDuration({ ...facts, minutes: 60, lastEndsAt: new Date('2026-11-20T05:00:00Z') });
    expect(placed).toMatchObject({ start: '2026-11-20T12:00', end: '2026-11-20T13:00', reason: 'after-last' });
  });

  test('ends now, rounded to five minutes, if the day has no worklog yet', () => {
    expect(placeDuration(facts)).toMatchObject({
      start: '2026-11-20T09:30',
      end: '2026-11-20T17:30',
      reason: 'until-now',
    });
  });

  test('starts at nine on another day, or if it is longer than today so far', () => {
    expect(placeDuration({ ...facts, day: '2026-11-19' })).toMatchObject({
      start: '2026-11-19T09:00',
      reason: 'usual',
    });
    const early = { ...facts, now: new Date('2026-11-19T23:00:00Z') };
    expect(placeDuration(early)).toMatchObject({ start: '2026-11-20T09:00', end: '2026-11-20T17:00' });
    expect(placeDuration({ ...facts, day: '2026-11-19', minutes: 1200 })).toMatchObject({
      start: '2026-11-19T04:00',
      end: '2026-11-20T00:00',
    });
  });

  test('starts at the given time', () => {
    const placed = placeDuration({ ...facts, startTime: '22:00', lastEndsAt: new Date('2026-11-20T05:00:00Z') });
    expect(placed).toMatchObject({ start: '2026-11-20T22:00', end: '2026-11-21T06:00', reason: 'named' });
  });

  test('is elapsed time when the clocks change, with the offset of ambiguous times', () => {
    const berlin = { ...facts, zone: 'Europe/Berlin', day: '2026-10-24', startTime: '22:00' };
    expect(placeDuration(berlin).end).toBe('2026-10-25T05:00');
    expect(placeDuration({ ...berlin, minutes: 270 })).toMatchObject({ end: '2026-10-25T02:30', endOffset: '+02:00' });
    expect(placeDuration({ ...berlin, minutes: 330 })).toMatchObject({ end: '2026-10-25T02:30', endOffset: '+01:00' });
    const missing = placeDuration({ ...berlin, day: '2026-03-29', startTime: '02:30', minutes: 60 });
    expect(missing).toMatchObject({ start: '2026-03-29T02:30', end: '2026-03-29T03:30', startOffset: '' });
  });

  test('is kept exactly in every zone, on every day', () => {
    const zones = constantFrom(
      'Asia/Jakarta',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    );
    const moments = date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    assert(
      property(moments, zones, integer({ min: 1, max: 1440 }), (now, zone, minutes) => {
        const { start, end, startOffset, endOffset } = placeDuration({
          ...facts,
          now,
          zone,
          minutes,
          day: dayOf(now, zone),
        });
        const instant = (wall: string, offset: string) =>
          resolveWallTime(wall, zone, offset === '' ? undefined : offset, '').at?.getTime() ?? Number.NaN;
        // Wall times have whole minutes; historical zones had offsets with seconds.
        expect(instant(end, endOffset) - instant(start, startOffset)).toBe(minutes * 60_000);
      }),
    );
  });
});
