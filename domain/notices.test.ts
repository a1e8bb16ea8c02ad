import { describe, expect, test } from 'vitest';
import { dailyMailDay, moveToNotify, type NoticeMove } from './notices.ts';

const minute = (n: number): Date => new Date(Date.UTC(2026, 10, 16, 9, n));
const rejected = (version: number, at = version): NoticeMove => ({ move: 'reject', version, at: minute(at) });
const reopened = (version: number, at = version): NoticeMove => ({ move: 'reopen', version, at: minute(at) });
const submitted = { move: 'submit', at: minute(0) };
const approved = { move: 'approve', at: minute(0) };

describe('the decision of which a worker is notified', () => {
  test('a rejection', () => {
    expect(moveToNotify({ isAnswered: false, moves: [rejected(2)], before: submitted, version: 2 })).toEqual(
      rejected(2),
    );
  });

  test('no notice of a rejection that was undone at once', () => {
    expect(
      moveToNotify({ isAnswered: false, moves: [rejected(2), reopened(3)], before: submitted, version: 3 }),
    ).toBeNull();
  });

  test('the last decision if it was rejected again', () => {
    const moves = [rejected(2), reopened(3), rejected(4)];
    expect(moveToNotify({ isAnswered: false, moves, before: submitted, version: 4 })).toEqual(rejected(4));
  });

  test('no notice of a rejection that the worker has already amended', () => {
    expect(moveToNotify({ isAnswered: false, moves: [rejected(2)], before: submitted, version: 3 })).toBeNull();
  });

  test('a notice that an approved worklog is reopened, but none of an approval that was undone at once', () => {
    expect(moveToNotify({ isAnswered: false, moves: [reopened(3, 15)], before: approved, version: 3 })).toEqual(
      reopened(3, 15),
    );
    expect(moveToNotify({ isAnswered: false, moves: [reopened(3, 14)], before: approved, version: 3 })).toBeNull();
  });

  test('a notice that a rejected worklog, of which the worker knows, is reopened', () => {
    const before = { move: 'reject', at: minute(0) };
    expect(moveToNotify({ isAnswered: false, moves: [reopened(3, 1)], before, version: 3 })).toEqual(reopened(3, 1));
  });

  test('that somebody entered it, also if it was approved since, but not once the worker has changed it', () => {
    const entered: NoticeMove = { move: 'enter', version: 1, at: minute(0) };
    const facts = { moves: [entered], before: null, isAnswered: false };
    for (const version of [1, 2]) expect(moveToNotify({ ...facts, version })).toEqual(entered);
    expect(moveToNotify({ ...facts, isAnswered: true, version: 2 })).toBeNull();
    expect(moveToNotify({ ...facts, moves: [entered, rejected(2)], version: 2 })).toEqual(rejected(2));
  });

  test('no notice without a decision', () => {
    expect(moveToNotify({ isAnswered: false, moves: [], before: submitted, version: 1 })).toBeNull();
  });
});

describe('the daily mail of a company', () => {
  const at = (instant: string, zone: string) => dailyMailDay(new Date(instant), zone);

  test('is due at seven in the zone of the company', () => {
    expect(at('2026-11-15T23:59:59Z', 'Asia/Jakarta')).toBeNull();
    expect(at('2026-11-16T00:00:00Z', 'Asia/Jakarta')).toBe('2026-11-16');
    expect(at('2026-11-16T01:15:00Z', 'Asia/Kathmandu')).toBe('2026-11-16');
    expect(at('2026-11-16T01:14:00Z', 'Asia/Kathmandu')).toBeNull();
  });

  test('is still due late in the evening, after a server was down', () => {
    expect(at('2026-11-16T16:59:00Z', 'Asia/Jakarta')).toBe('2026-11-16');
    expect(at('2026-11-16T17:00:00Z', 'Asia/Jakarta')).toBeNull();
  });

  test('is due an hour earlier or later in UTC when the clocks change', () => {
    expect(at('2026-03-28T05:59:00Z', 'Europe/Berlin')).toBeNull();
    expect(at('2026-03-28T06:00:00Z', 'Europe/Berlin')).toBe('2026-03-28');
    expect(at('2026-03-29T04:59:00Z', 'Europe/Berlin')).toBeNull();
    expect(at('2026-03-29T05:00:00Z', 'Europe/Berlin')).toBe('2026-03-29');
    expect(at('2026-10-25T05:59:00Z', 'Europe/Berlin')).toBeNull();
    expect(at('2026-10-25T06:00:00Z', 'Europe/Berlin')).toBe('2026-10-25');
  });
});
