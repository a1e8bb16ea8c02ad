import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areaInPixels,
  type CropArea,
  corners,
  isWhole,
  minShare,
  moveCorner,
  moveFrame,
  rotatedSize,
  rotateFrame,
  wholePhoto,
} from './crop-frame.ts';

const middle: CropArea = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 };

test('a corner moves, and the opposite one stays', () => {
  expect(moveCorner(wholePhoto, 'topLeft', 0.25, 0.5)).toEqual({ left: 0.25, top: 0.5, right: 1, bottom: 1 });
  expect(moveCorner(wholePhoto, 'bottomRight', -0.25, -0.5)).toEqual({ left: 0, top: 0, right: 0.75, bottom: 0.5 });
  expect(moveCorner(middle, 'topRight', 0.125, 0.125)).toEqual({ left: 0.25, top: 0.375, right: 0.875, bottom: 0.75 });
  expect(moveCorner(middle, 'bottomLeft', -1, 1)).toEqual({ left: 0, top: 0.25, right: 0.75, bottom: 1 });
});

test('the frame stops at the edge of the photo and keeps its size', () => {
  expect(moveFrame(middle, 0.125, -0.125)).toEqual({ left: 0.375, top: 0.125, right: 0.875, bottom: 0.625 });
  expect(moveFrame(middle, -1, 1)).toEqual({ left: 0, top: 0.5, right: 0.5, bottom: 1 });
  expect(moveFrame(wholePhoto, 0.3, 0.3)).toEqual(wholePhoto);
});

test('turned four times, the same part is where it was; once, the top left is at the top right', () => {
  const part: CropArea = { left: 0, top: 0, right: 0.5, bottom: 0.25 };
  expect(rotateFrame(part)).toEqual({ left: 0.75, top: 0, right: 1, bottom: 0.5 });
  expect(rotateFrame(rotateFrame(rotateFrame(rotateFrame(part))))).toEqual(part);
  expect(isWhole(rotateFrame(wholePhoto))).toBe(true);
  expect(rotatedSize({ width: 300, height: 200 }, 3)).toEqual({ width: 200, height: 300 });
  expect(rotatedSize({ width: 300, height: 200 }, 2)).toEqual({ width: 300, height: 200 });
});

test('in pixels', () => {
  expect(areaInPixels(middle, { width: 1_000, height: 400 })).toEqual({ x: 250, y: 100, width: 500, height: 200 });
  expect(areaInPixels(middle, { width: 1, height: 1 })).toMatchObject({ width: 1, height: 1 });
});

test('whatever is dragged, the frame stays inside and can be taken hold of', () => {
  const by = fc.double({ min: -2, max: 2, noNaN: true });
  const drag = fc.tuple(fc.constantFrom(null, ...corners), by, by);
  fc.assert(
    fc.property(fc.array(drag, { maxLength: 12 }), (drags) => {
      const frame = drags.reduce<CropArea>(
        (before, [corner, x, y]) => (corner ? moveCorner(before, corner, x, y) : moveFrame(before, x, y)),
        wholePhoto,
      );
      const tolerance = 1e-9;
      expect(Math.min(frame.left, frame.top)).toBeGreaterThanOrEqual(-tolerance);
      expect(Math.max(frame.right, frame.bottom)).toBeLessThanOrEqual(1 + tolerance);
      expect(frame.right - frame.left).toBeGreaterThanOrEqual(minShare - tolerance);
      expect(frame.bottom - frame.top).toBeGreaterThanOrEqual(minShare - tolerance);
    }),
    { numRuns: 200 },
  );
});
