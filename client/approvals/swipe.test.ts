import { expect, test } from 'vitest';
import { mayBegin, swipeOf } from './swipe.ts';

const start = { x: 180, y: 400, width: 360 };

test('to the right approves, to the left rejects, far enough only', () => {
  expect(swipeOf(start, { x: 330, y: 410 }, 'not begun')).toEqual({ offsetPx: 150, decision: 'approve', isFar: true });
  expect(swipeOf(start, { x: 30, y: 390 }, 'not begun')).toEqual({ offsetPx: -150, decision: 'reject', isFar: true });
  expect(swipeOf(start, { x: 305, y: 400 }, 'not begun')).toMatchObject({ isFar: false });
  expect(swipeOf(start, { x: 306, y: 400 }, 'not begun')).toMatchObject({ isFar: true });
});

test('small and slanted movements are scrolling', () => {
  expect(swipeOf(start, { x: 196, y: 400 }, 'not begun')).toBeNull();
  expect(swipeOf(start, { x: 280, y: 450 }, 'not begun')).toBeNull();
});

test('one that has begun may be taken back', () => {
  expect(swipeOf(start, { x: 182, y: 440 }, 'begun')).toEqual({ offsetPx: 2, decision: 'approve', isFar: false });
});

test('at the edges the gesture is the browser’s', () => {
  expect([10, 24, 180, 336, 350].map((x) => mayBegin({ ...start, x }))).toEqual([false, true, true, true, false]);
});
