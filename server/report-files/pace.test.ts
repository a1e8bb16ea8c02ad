import { beforeEach, expect, test } from 'vitest';
import { createPace, type Pace } from './pace.ts';

let at: number;
let pace: Pace;
beforeEach(() => {
  at = 0;
  pace = createPace(() => at);
});

const takes = (bytes: number, ms: number) => {
  pace.sent(bytes);
  at += ms;
  pace.taken();
};

test('a client that reads nothing is too slow after half a minute, even if it reads later', () => {
  pace.sent(64_000);
  at += 29_000;
  expect(pace.isTooSlow()).toBe(false);
  at += 2_000;
  expect(pace.isTooSlow()).toBe(true);
});

test('a few bytes per second are too slow, a slow connection is not', () => {
  for (let second = 0; second < 31; second++) takes(1_000, 1_000);
  expect(pace.isTooSlow()).toBe(true);
  at = 0;
  pace = createPace(() => at);
  for (let second = 0; second < 200; second++) {
    takes(10_000, 1_000);
    expect(pace.isTooSlow()).toBe(false);
  }
  // Earlier fast reading does not compensate.
  pace.sent(1);
  at += 31_000;
  expect(pace.isTooSlow()).toBe(true);
});

test('waiting for the database does not count against the client', () => {
  takes(64_000, 10);
  at += 240_000;
  expect([pace.isTooSlow(), pace.isWaitingForClient()]).toEqual([false, false]);
});

test('a client that keeps the server waiting most of the time is recognised', () => {
  pace.sent(64_000);
  at += 1_500;
  expect(pace.isWaitingForClient()).toBe(false);
  at += 1_000;
  expect(pace.isWaitingForClient()).toBe(true);
});
