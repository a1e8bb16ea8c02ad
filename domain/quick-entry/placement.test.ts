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

describe('a length of time', () => {
  test('follows the last worklog of its day', () => {
    const placed = placeDuration({ ...facts, minutes: 60, lastEndsAt: new Date('2026-11-20T05:00:00Z') });
    expect(placed).toMatchObject({ start: '2026-11-20T12:00', end: '2026-11-20T13:00', reason: 'after-last' });
  });

  test('ends now, to five minutes, where the day has nothing yet', () => {
    expect(placeDuration(facts)).toMatchObject({
      start: '2026-11-20T09:30',
      end: '2026-11-20T17:30',
      reason: 'until-now',
    });
  });

  test('begins at nine on another day, or where today has not been long enough', () => {
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

  test('begins when it is said to', () => {
    const placed = placeDuration({ ...facts, startTime: '22:00', lastEndsAt: new Date('2026-11-20T05:00:00Z') });
    expect(placed).toMatchObject({ start: '2026-11-20T22:00', end: '2026-11-21T06:00', reason: 'named' });
  });

  test('keeps its true length over a change of the clocks, and says which of two equal times is meant', () => {
    const berlin = { ...facts, zone: 'Europe/Berlin', day: '2026-10-24', startTime: '22:00' };
    expect(placeDuration(berlin).end).toBe('2026-10-25T05:00');
    expect(placeDuration({ ...berlin, minutes: 270 })).toMatchObject({ end: '2026-10-25T02:30', endOffset: '+02:00' });
    expect(placeDuration({ ...berlin, minutes: 330 })).toMatchObject({ end: '2026-10-25T02:30', endOffset: '+01:00' });
    const missing = placeDuration({ ...berlin, day: '2026-03-29', startTime: '02:30', minutes: 60 });
    expect(missing).toMatchObject({ start: '2026-03-29T02:30', end: '2026-03-29T03:30', startOffset: '' });
  });

  test('is as long as it was typed, in every zone, whenever', () => {
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
        // Walls are to the minute; zones of the past had seconds.
        expect(instant(end, endOffset) - instant(start, startOffset)).toBe(minutes * 60_000);
      }),
    );
  });
});
