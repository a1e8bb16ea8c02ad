import { expect, test } from 'vitest';
import { pullOf } from './pull.ts';

const start = { x: 180, y: 100 };

test('a pull follows the finger at half its speed, and is far enough from 128 pixels on', () => {
  expect(pullOf(start, { x: 180, y: 200 })).toEqual({ distancePx: 50, isFar: false });
  expect(pullOf(start, { x: 190, y: 227 })).toMatchObject({ isFar: false });
  expect(pullOf(start, { x: 190, y: 228 })).toEqual({ distancePx: 64, isFar: true });
  expect(pullOf(start, { x: 180, y: 700 })).toEqual({ distancePx: 96, isFar: true });
});

test('upward, sideways and small movements are none', () => {
  expect(pullOf(start, { x: 180, y: 60 })).toBeNull();
  expect(pullOf(start, { x: 320, y: 200 })).toBeNull();
  expect(pullOf(start, { x: 180, y: 106 })).toBeNull();
});
