// The time by the clock of the server, on a device whose clock is wrong.

import { afterEach, expect, test, vi } from 'vitest';
import { serverDate, serverNow, setClockSource, todayIn } from './clock.ts';

afterEach(() => {
  vi.restoreAllMocks();
  setClockSource(() => 0);
});

test('now and today are by the clock of the server, in the given zone', () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-14T16:30:00Z'));
  setClockSource(() => 24 * 3_600_000);
  expect(serverDate()).toEqual(new Date('2026-11-15T16:30:00Z'));
  expect(serverNow()).toBe(serverDate().getTime());
  expect(todayIn('Asia/Jakarta')).toBe('2026-11-15');
  expect(todayIn('Asia/Tokyo')).toBe('2026-11-16');
});
