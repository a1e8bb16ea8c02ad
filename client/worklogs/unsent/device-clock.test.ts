// The time by the clock of the server while the clock of the device is set, or the device sleeps.

import { beforeEach, expect, test, vi } from 'vitest';
import { clockAheadMs, serverNow } from '../../clock.ts';
import { acceptClock, acceptEarlierClock } from './device-clock.ts';

const second = 1_000;
const hour = 3_600 * second;
const start = Date.parse('2026-11-16T08:00:00Z');

/** `wrong`: how far the clock of the device is ahead. `asleep`: time in which performance.now() stood still. */
const device = { passed: 0, wrong: 0, asleep: 0 };

beforeEach(() => {
  Object.assign(device, { passed: 0, wrong: 0, asleep: 0 });
  vi.spyOn(Date, 'now').mockImplementation(() => start + device.passed + device.wrong);
  vi.spyOn(performance, 'now').mockImplementation(() => device.passed - device.asleep);
  acceptClock(0);
  return () => vi.restoreAllMocks();
});

const serverHas = () => start + device.passed;

test('a measured difference stays, and one that the response may have taken does not count', () => {
  device.wrong = -2 * hour;
  acceptClock(2 * hour);
  device.passed = 5 * hour;
  expect(serverNow()).toBe(serverHas());
  acceptClock(4 * second);
  expect(clockAheadMs()).toBe(0);
});

test.each([
  ['set back from right to wrong', 0, -3 * hour],
  ['set back from wrong to right', 3 * hour, 0],
  ['set ahead from wrong to right', -3 * hour, 0],
  ['set ahead from wrong to right by its owner, to the minute', -3 * hour, 40 * second],
  ['set ahead from ten seconds behind', -10 * second, 0],
])('a clock that is %s does not change the time', (_, before, after) => {
  device.wrong = before;
  acceptClock(-before);
  device.passed = hour;
  device.wrong = after;
  expect(serverNow()).toBe(serverHas());
  device.passed = 4 * hour;
  expect(serverNow()).toBe(serverHas());
  acceptClock(-after);
  expect(Math.abs(serverNow() - serverHas())).toBeLessThan(5 * second);
});

test('time in which the device sleeps passes', () => {
  for (const wrong of [0, -3 * hour, -20 * second, 2 * hour]) {
    Object.assign(device, { passed: 0, wrong, asleep: 0 });
    acceptClock(-wrong);
    device.passed = 8 * hour;
    device.asleep = 7 * hour;
    expect(serverNow()).toBe(serverHas());
  }
});

test('a clock that is set back after a sleep is noticed, and one that is set ahead after being set back', () => {
  device.passed = device.asleep = 3 * hour;
  expect(serverNow()).toBe(serverHas());
  device.wrong = -3 * hour;
  expect(serverNow()).toBe(serverHas());
  device.passed += hour;
  device.wrong = 0;
  expect(serverNow()).toBe(serverHas());
});

test('a right clock that is set ahead is taken for a sleep until it is measured again', () => {
  device.wrong = 2 * hour;
  expect(serverNow()).toBe(serverHas() + 2 * hour);
  acceptClock(-2 * hour);
  expect(serverNow()).toBe(serverHas());
});

test('what was measured in an earlier document holds, unless it would be earlier now than it was then', () => {
  device.wrong = 3 * hour;
  acceptEarlierClock(-3 * hour, serverHas() - hour);
  expect(serverNow()).toBe(serverHas());
  device.wrong = 0;
  acceptEarlierClock(-3 * hour, serverHas() - hour);
  expect(serverNow(), 'corrected since').toBe(serverHas());
  device.wrong = -5 * hour;
  acceptEarlierClock(0, serverHas() - hour);
  expect(serverNow(), 'set back since: not before that').toBe(serverHas() - hour);
});
