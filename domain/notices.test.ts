import { describe, expect, test } from 'vitest';
import { dailyMailDay, moveToNotify, type NoticeMove } from './notices.ts';

const minute = (n: number): Date => new Date(Date.UTC(2026, 10, 16, 9, n));
const rejected = (version: number, at = version): NoticeMove => ({ move: 'reject', version, at: minute(at) });
const reopened = (version: number, at = version): NoticeMove => ({ move: 'reopen', version, at: minute(at) });
const submitted = { move: 'submit', at: minute(0) };
const approved = { move: 'approve', at: minute(0) };

describe('which decision on a worklog its worker is notified of', () => {
  test('a rejection', () => {
    expect(moveToNotify({ moves: [rejected(2)], before: submitted, version: 2 })).toEqual(rejected(2));
  });

  test('nothing of a rejection that was taken back at once', () => {
    expect(moveToNotify({ moves: [rejected(2), reopened(3)], before: submitted, version: 3 })).toBeNull();
  });

  test('the last word where it was rejected after all', () => {
    const moves = [rejected(2), reopened(3), rejected(4)];
    expect(moveToNotify({ moves, before: submitted, version: 4 })).toEqual(rejected(4));
  });

  test('nothing of a rejection that they have amended meanwhile', () => {
    expect(moveToNotify({ moves: [rejected(2)], before: submitted, version: 3 })).toBeNull();
  });

  test('that an approved one is open again, but nothing of an approval that was taken back at once', () => {
    expect(moveToNotify({ moves: [reopened(3, 15)], before: approved, version: 3 })).toEqual(reopened(3, 15));
    expect(moveToNotify({ moves: [reopened(3, 14)], before: approved, version: 3 })).toBeNull();
  });

  test('that one they know to be rejected is open again', () => {
    const before = { move: 'reject', at: minute(0) };
    expect(moveToNotify({ moves: [reopened(3, 1)], before, version: 3 })).toEqual(reopened(3, 1));
  });

  test('nothing where there was nothing', () => {
    expect(moveToNotify({ moves: [], before: submitted, version: 1 })).toBeNull();
  });
});

describe('the morning of a company', () => {
  const at = (instant: string, zone: string) => dailyMailDay(new Date(instant), zone);

  test('begins at seven by its own clock', () => {
    expect(at('2026-11-15T23:59:59Z', 'Asia/Jakarta')).toBeNull();
    expect(at('2026-11-16T00:00:00Z', 'Asia/Jakarta')).toBe('2026-11-16');
    expect(at('2026-11-16T01:15:00Z', 'Asia/Kathmandu')).toBe('2026-11-16');
    expect(at('2026-11-16T01:14:00Z', 'Asia/Kathmandu')).toBeNull();
  });

  test('is still that day’s late in the evening, for a server that was away', () => {
    expect(at('2026-11-16T16:59:00Z', 'Asia/Jakarta')).toBe('2026-11-16');
    expect(at('2026-11-16T17:00:00Z', 'Asia/Jakarta')).toBeNull();
  });

  test('is an hour earlier or later on the days when the clocks change', () => {
    expect(at('2026-03-28T05:59:00Z', 'Europe/Berlin')).toBeNull();
    expect(at('2026-03-28T06:00:00Z', 'Europe/Berlin')).toBe('2026-03-28');
    expect(at('2026-03-29T04:59:00Z', 'Europe/Berlin')).toBeNull();
    expect(at('2026-03-29T05:00:00Z', 'Europe/Berlin')).toBe('2026-03-29');
    expect(at('2026-10-25T05:59:00Z', 'Europe/Berlin')).toBeNull();
    expect(at('2026-10-25T06:00:00Z', 'Europe/Berlin')).toBe('2026-10-25');
  });
});
