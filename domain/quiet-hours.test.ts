import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const overnight = { from: '22:00', to: '07:00', zone: 'Asia/Jakarta' };
const until = (at: string, hours = overnight) => quietUntil(new Date(at), hours)?.toISOString() ?? null;

test('hours over midnight are quiet until the morning', () => {
  expect(until('2026-11-26T14:59:00Z')).toBeNull();
  expect(until('2026-11-26T15:00:00Z')).toBe('2026-11-27T00:00:00.000Z');
  expect(until('2026-11-26T23:59:59Z')).toBe('2026-11-27T00:00:00.000Z');
  expect(until('2026-11-27T00:00:00Z')).toBeNull();
});

test('hours within a day are quiet until they end on that day', () => {
  const lunch = { from: '12:00', to: '13:30', zone: 'Europe/Berlin' };
  expect(until('2026-11-26T10:59:00Z', lunch)).toBeNull();
  expect(until('2026-11-26T11:00:00Z', lunch)).toBe('2026-11-26T12:30:00.000Z');
  expect(until('2026-11-26T12:30:00Z', lunch)).toBeNull();
});

test('where the clocks skip the end, it is the time after the gap', () => {
  const early = { from: '22:00', to: '02:30', zone: 'Europe/Berlin' };
  expect(until('2026-03-28T23:00:00Z', early)).toBe('2026-03-29T01:30:00.000Z');
});

test('where the end happens twice, it is never in the past', () => {
  const early = { from: '22:00', to: '02:30', zone: 'Europe/Berlin' };
  // 02:10 summer time, then 02:10 winter time.
  expect(until('2026-10-25T00:10:00Z', early)).toBe('2026-10-25T00:30:00.000Z');
  expect(until('2026-10-25T01:10:00Z', early)).toBe('2026-10-25T01:30:00.000Z');
  expect(until('2026-10-25T00:40:00Z', early)).toBeNull();
});
