import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isShrunkFileUsed,
  isToBeShrunk,
  maxPictureSide,
  maxUnchangedPictureBytes,
  minShorterSide,
  shrunkName,
  shrunkSize,
} from './receipt-pictures.ts';
import { maxReceiptBytes, receiptPixelsRefusal } from './receipts.ts';

describe('a picture', () => {
  test.each([
    ['of a phone', 4_032, 3_024, 2_400, 1_800],
    ['of a phone, upright', 3_024, 4_032, 1_800, 2_400],
    ['of 200 megapixels', 16_320, 12_240, 2_400, 1_800],
    ['of a small camera', 1_600, 1_200, 1_600, 1_200],
    ['a screenshot of a whole page', 1_080, 9_000, 1_080, 9_000],
    ['a long receipt from a large camera', 3_240, 12_000, 1_080, 4_000],
    ['too narrow for a canvas', 1_000, 60_000, 266, 16_000],
    ['a line', 1, 40_000, 1, 16_000],
  ])('%s: %i × %i becomes %i × %i', (_, width, height, shrunkWidth, shrunkHeight) => {
    expect(shrunkSize({ width, height })).toEqual({ width: shrunkWidth, height: shrunkHeight });
  });

  const side = fc.integer({ min: 1, max: 65_000 });

  test('never larger, never more than the server accepts, and its longer side exceeds the limit only if it is narrow', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const shrunk = shrunkSize({ width, height });
        expect(shrunk.width).toBeLessThanOrEqual(width);
        expect(shrunk.height).toBeLessThanOrEqual(height);
        expect(Math.min(shrunk.width, shrunk.height)).toBeGreaterThan(0);
        expect(receiptPixelsRefusal(shrunk.width, shrunk.height)).toBeNull();
        if (Math.max(shrunk.width, shrunk.height) > maxPictureSide)
          expect(Math.min(shrunk.width, shrunk.height)).toBeLessThanOrEqual(minShorterSide);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a picture is encoded again', () => {
  const small = { type: 'image/png', bytes: 300_000, width: 1_200, height: 900 };

  test.each([
    ['within the limits', {}, false],
    ['with a long side', { width: maxPictureSide + 1, height: 1_800 }, true],
    ['with many bytes', { bytes: maxUnchangedPictureBytes + 1 }, true],
    ['of a type that the server does not take', { type: 'image/heic' }, true],
  ])('%s', (_, change, expected) => {
    expect(isToBeShrunk({ ...small, ...change })).toBe(expected);
  });

  test.each([
    ['smaller then', {}, 200_000, true],
    ['larger then', {}, 400_000, false],
    ['larger then, but too large for the server before', { bytes: maxReceiptBytes + 1 }, maxReceiptBytes + 2, true],
    ['larger then, but of too many pixels before', { width: 6_000, height: 5_000 }, 400_000, true],
    ['larger then, but of another type before', { type: 'image/heif' }, 400_000, true],
  ])('and used: %s', (_, change, shrunkBytes, expected) => {
    expect(isShrunkFileUsed({ ...small, ...change }, shrunkBytes)).toBe(expected);
  });
});

test.each([
  ['IMG_1.png', 'IMG_1.jpg'],
  ['IMG_1.HEIC', 'IMG_1.jpg'],
  ['taxi.JPEG', 'taxi.JPEG'],
  ['taxi.jpg', 'taxi.jpg'],
  ['Hotel 4.5', 'Hotel 4.5.jpg'],
])('%s is named %s', (name, shrunk) => {
  expect(shrunkName(name)).toBe(shrunk);
});
