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

test('a reader who takes nothing is too slow after half a minute, whether or not they ever take it', () => {
  pace.sent(64_000);
  at += 29_000;
  expect(pace.isTooSlow()).toBe(false);
  at += 2_000;
  expect(pace.isTooSlow()).toBe(true);
});

test('a trickle is too slow, a slow line is not', () => {
  for (let second = 0; second < 31; second++) takes(1_000, 1_000);
  expect(pace.isTooSlow()).toBe(true);
  at = 0;
  pace = createPace(() => at);
  for (let second = 0; second < 200; second++) {
    takes(10_000, 1_000);
    expect(pace.isTooSlow()).toBe(false);
  }
  // What was quick before excuses nothing.
  pace.sent(1);
  at += 31_000;
  expect(pace.isTooSlow()).toBe(true);
});

test('a slow database is not the fault of the reader', () => {
  takes(64_000, 10);
  at += 240_000;
  expect([pace.isTooSlow(), pace.isWaitingForClient()]).toEqual([false, false]);
});

test('a reader who mostly keeps the server waiting holds the file up', () => {
  pace.sent(64_000);
  at += 1_500;
  expect(pace.isWaitingForClient()).toBe(false);
  at += 1_000;
  expect(pace.isWaitingForClient()).toBe(true);
});
