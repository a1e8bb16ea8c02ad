import { expect, test } from 'vitest';
import { copiedTimes } from './copies.ts';

const shift = {
  day: '2026-11-16',
  startsAt: new Date('2026-11-16T15:00:00Z'),
  endsAt: new Date('2026-11-16T23:00:00Z'),
  zone: 'Asia/Jakarta',
};

test('a copy keeps its wall times, also over midnight', () => {
  expect(copiedTimes(shift, '2026-11-30')).toEqual({ start: '2026-11-30T22:00', end: '2026-12-01T06:00' });
  expect(copiedTimes(shift, '2026-11-15')).toEqual({ start: '2026-11-15T22:00', end: '2026-11-16T06:00' });
});

test('wall times are those of the entry’s zone, even if its day differs from the company day', () => {
  const west = { ...shift, zone: 'America/New_York', startsAt: new Date('2026-11-15T20:00:00Z') };
  expect(copiedTimes(west, '2026-11-17')).toEqual({ start: '2026-11-16T15:00', end: '2026-11-17T18:00' });
});

test('when the clocks change, the wall times stay the same and the duration does not', () => {
  const night = { day: '2026-03-21', zone: 'Europe/Berlin', startsAt: new Date('2026-03-21T21:00:00Z') };
  const copy = copiedTimes({ ...night, endsAt: new Date('2026-03-22T05:00:00Z') }, '2026-03-28');
  expect(copy).toEqual({ start: '2026-03-28T22:00', end: '2026-03-29T06:00' });
});
