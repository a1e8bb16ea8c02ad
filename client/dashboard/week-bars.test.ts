import { expect, test } from 'vitest';
import { barShares } from './week-bars.ts';

test('the longest day fills the bar, and the others in proportion', () => {
  expect(barShares([600, 300, 0])).toEqual([100, 50, 0]);
});

test('a week with little work has short bars, and a minute is still visible', () => {
  expect(barShares([240, 1])).toEqual([50, 2]);
});

test('an empty week has no bars', () => {
  expect(barShares([0, 0])).toEqual([0, 0]);
});
