// The part of a photo that is kept, in shares of the width and height of the rotated photo.

import type { PictureSize } from '#domain/receipt-pictures.ts';

export type CropArea = { left: number; top: number; right: number; bottom: number };

export const corners = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const;
export type Corner = (typeof corners)[number];

export const wholePhoto: CropArea = { left: 0, top: 0, right: 1, bottom: 1 };

export const isWhole = ({ left, top, right, bottom }: CropArea): boolean =>
  left === 0 && top === 0 && right === 1 && bottom === 1;

/** Of each side of the photo, so that a finger can still reach each corner of the frame. */
export const minShare = 0.1;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** It keeps its size, and stays inside. */
export function moveFrame({ left, top, right, bottom }: CropArea, x: number, y: number): CropArea {
  const [byX, byY] = [clamp(x, -left, 1 - right), clamp(y, -top, 1 - bottom)];
  return { left: left + byX, top: top + byY, right: right + byX, bottom: bottom + byY };
}

/** The opposite corner stays. */
export function moveCorner(frame: CropArea, corner: Corner, x: number, y: number): CropArea {
  const { left, top, right, bottom } = frame;
  const horizontal = corner.endsWith('Left')
    ? { left: clamp(left + x, 0, right - minShare) }
    : { right: clamp(right + x, left + minShare, 1) };
  const vertical = corner.startsWith('top')
    ? { top: clamp(top + y, 0, bottom - minShare) }
    : { bottom: clamp(bottom + y, top + minShare, 1) };
  return { ...frame, ...horizontal, ...vertical };
}

/** The same part after a clockwise rotation of the photo by a quarter turn. */
export const rotateFrame = ({ left, top, right, bottom }: CropArea): CropArea => ({
  left: 1 - bottom,
  top: left,
  right: 1 - top,
  bottom: right,
});

/** `quarterTurns` are clockwise. */
export const rotatedSize = ({ width, height }: PictureSize, quarterTurns: number): PictureSize =>
  quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };

/** In pixels of a rotated photo of this size. */
export function areaInPixels({ left, top, right, bottom }: CropArea, { width, height }: PictureSize) {
  const [x, y] = [Math.round(left * width), Math.round(top * height)];
  return {
    x,
    y,
    width: Math.max(1, Math.round(right * width) - x),
    height: Math.max(1, Math.round(bottom * height) - y),
  };
}
