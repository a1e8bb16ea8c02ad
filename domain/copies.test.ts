import { expect, test } from 'vitest';
import { copiedTimes } from './copies.ts';

const shift = {
  day: '2026-11-16',
  startsAt: new Date('2026-11-16T15:00:00Z'),
  endsAt: new Date('2026-11-16T23:00:00Z'),
  zone: 'Asia/Jakarta',
};

test('a copy keeps its wall times, also over midnight', () => {
  expect(copiedTimes(shift, '2026-11-30', 'Asia/Jakarta')).toEqual({
    start: '2026-11-30T22:00',
    end: '2026-12-01T06:00',
  });
  expect(copiedTimes(shift, '2026-11-15', 'Asia/Jakarta')).toEqual({
    start: '2026-11-15T22:00',
    end: '2026-11-16T06:00',
  });
});

test('wall times are those of the entry’s zone, even if its day differs from the company day', () => {
  const west = { ...shift, zone: 'America/New_York', startsAt: new Date('2026-11-15T20:00:00Z') };
  expect(copiedTimes(west, '2026-11-17', 'Asia/Jakarta')).toEqual({
    start: '2026-11-16T15:00',
    end: '2026-11-17T18:00',
  });
});

test('when the clocks change, the wall times stay the same and the duration does not', () => {
  const night = { day: '2026-03-21', zone: 'Europe/Berlin', startsAt: new Date('2026-03-21T21:00:00Z') };
  const copy = copiedTimes({ ...night, endsAt: new Date('2026-03-22T05:00:00Z') }, '2026-03-28', 'Europe/Berlin');
  expect(copy).toEqual({ start: '2026-03-28T22:00', end: '2026-03-29T06:00' });
});

test('a copy is on the company day that was asked for, although the clocks of its zone changed in between', () => {
  const original = {
    day: '2026-11-10',
    startsAt: new Date('2026-11-09T17:30:00Z'),
    endsAt: new Date('2026-11-09T19:30:00Z'),
    zone: 'America/New_York',
  };
  expect(copiedTimes(original, '2026-11-20', 'Asia/Jakarta').start).toBe('2026-11-19T12:30');
  expect(copiedTimes(original, '2026-10-20', 'Asia/Jakarta')).toEqual({
    start: '2026-10-20T12:30',
    end: '2026-10-20T14:30',
  });
});

test('a copy is on the company day that was asked for, although the zone of the company changed since', () => {
  const early = {
    day: '2026-11-11',
    startsAt: new Date('2026-11-11T22:00:00Z'),
    endsAt: new Date('2026-11-11T23:00:00Z'),
    zone: 'Asia/Jakarta',
  };
  expect(copiedTimes(early, '2026-11-20', 'Europe/London').start).toBe('2026-11-21T05:00');
  expect(copiedTimes(early, '2026-11-20', 'Asia/Jakarta').start).toBe('2026-11-20T05:00');
});
