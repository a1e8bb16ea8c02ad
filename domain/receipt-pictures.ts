// Photos of receipts are made smaller on the device, before they are kept or uploaded: to which size, and which file is used then.
// The limits are such that the small print of a receipt stays legible (decision 082).

import { isReceiptType, receiptPixelsRefusal, receiptSizeRefusal } from './receipts.ts';

export type PictureSize = { width: number; height: number };

/** A sheet of A4 has 200 pixels for each inch, so that the small print of a receipt is 20 pixels high. */
export const maxPictureSide = 2_400;

/** Of a long, narrow one, such as a screenshot of a whole page: the shorter side stays as wide as the screen of a phone. */
export const minShorterSide = 1_080;

/** Every browser can draw that many, whatever the proportions. */
const maxDrawnPixels = 16_000_000;
const maxDrawnSide = 16_000;

/** A smaller file whose sides are within the limits is not encoded again. */
export const maxUnchangedPictureBytes = 1_500_000;

/** Of a JPEG: letters have no visible frays yet, and a page has about 1 MB. */
export const pictureQuality = 0.85;

/** Never larger than it is. */
export function shrunkSize({ width, height }: PictureSize): PictureSize {
  const longer = Math.max(width, height);
  const shorter = Math.min(width, height);
  const legible = Math.max(maxPictureSide / longer, minShorterSide / shorter);
  const drawable = Math.min(maxDrawnSide / longer, Math.sqrt(maxDrawnPixels / (width * height)));
  const scale = Math.min(1, legible, drawable);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** For the server. */
export const hasTooManyPixels = ({ width, height }: PictureSize): boolean =>
  receiptPixelsRefusal(width, height) !== null;

type Picture = PictureSize & { type: string; bytes: number };

export function isToBeShrunk(picture: Picture): boolean {
  const { width, height } = shrunkSize(picture);
  return (
    !isReceiptType(picture.type) ||
    picture.bytes > maxUnchangedPictureBytes ||
    width < picture.width ||
    height < picture.height
  );
}

/** A plain drawing may be a larger file as a JPEG. It is used as it is, unless the server would refuse it. */
export const isShrunkFileUsed = (picture: Picture, shrunkBytes: number): boolean =>
  shrunkBytes < picture.bytes ||
  !isReceiptType(picture.type) ||
  receiptSizeRefusal(picture.bytes) !== null ||
  hasTooManyPixels(picture);

/** Of the JPEG. */
export const shrunkName = (name: string): string =>
  /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.(png|webp|hei[cf]|jpe|jfif)$/i, '')}.jpg`;
