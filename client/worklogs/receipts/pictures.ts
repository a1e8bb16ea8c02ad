// Makes a photo smaller, and removes what the camera has written into it, such as the position. What cannot be decoded stays as it is.

import {
  hasTooManyPixels,
  isShrunkFileUsed,
  isToBeShrunk,
  type PictureSize,
  pictureQuality,
  shrunkName,
  shrunkSize,
} from '#domain/receipt-pictures.ts';
import { maxReceiptMegapixels } from '#domain/receipts.ts';
import { m } from '#locales/messages.js';
import { receiptFileError } from './entry-receipts.ts';

/** `error`: why it cannot be a receipt. */
type Shrunk = { file: File; error: string | null };

/** Some browsers decode those of an iPhone. */
const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'];

export const isPicture = ({ type }: File): boolean => pictureTypes.includes(type);

/** By the chosen file, so that a form that is closed and opened again does not begin again. */
const shrinkings = new WeakMap<File, Promise<Shrunk>>();
let lastShrinking: Promise<unknown> = Promise.resolve();

/** One at a time: a decoded photo takes a hundred megabytes. */
export function beginShrinking(file: File): void {
  const shrinking = lastShrinking.then(() => shrink(file));
  lastShrinking = shrinking;
  shrinkings.set(file, shrinking);
}

export const shrinkingOf = (file: File): Promise<Shrunk> | null => shrinkings.get(file) ?? null;

/** Files that were made of a part of another one. */
const cropped = new WeakSet<File>();

export const markCropped = (file: File): void => void cropped.add(file);

export const isCropped = (file: File): boolean => cropped.has(file);

async function shrink(file: File): Promise<Shrunk> {
  const size = await findSize(file);
  if (!size) return { file, error: receiptFileError(file) };
  const picture = { ...size, type: file.type, bytes: file.size };
  if (!isToBeShrunk(picture)) return { file, error: receiptFileError(file) };
  const shrunk = await encode(file, shrunkSize(size)).catch(() => null);
  const used = shrunk && isShrunkFileUsed(picture, shrunk.size) ? shrunk : file;
  const isTooLarge = used === file && hasTooManyPixels(size);
  const error = isTooLarge ? m.reason_receipt_too_many_pixels({ maximum: maxReceiptMegapixels }) : null;
  return { file: used, error: error ?? receiptFileError(used) };
}

/** As shown. An image element reads it without decoding the rest. */
async function findSize(file: File): Promise<PictureSize | null> {
  const url = URL.createObjectURL(file);
  try {
    const { naturalWidth: width, naturalHeight: height } = await loadImage(url);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

const loadImage = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = url;
  });

async function encode(file: File, { width, height }: PictureSize): Promise<File | null> {
  const bitmap = await decode(file, { width, height });
  try {
    return await asJpeg(shrunkName(file.name), { width, height }, (context) =>
      context.drawImage(bitmap, 0, 0, width, height),
    );
  } finally {
    bitmap.close();
  }
}

const decode = (file: File, { width, height }: PictureSize): Promise<ImageBitmap> =>
  createImageBitmap(file, {
    imageOrientation: 'from-image',
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  });

/** As large as a screen needs it; null if it cannot be decoded. */
export async function previewOf(file: File): Promise<ImageBitmap | null> {
  const size = await findSize(file);
  if (!size) return null;
  const scale = Math.min(1, maxPreviewSide / Math.max(size.width, size.height));
  const preview = { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) };
  return decode(file, preview).catch(() => null);
}

const maxPreviewSide = 1_200;

export async function asJpeg(
  name: string,
  { width, height }: PictureSize,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<File | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  // What is transparent would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  draw(context);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', pictureQuality));
  // Some browsers keep its memory until it is collected.
  canvas.width = 0;
  return blob && new File([blob], name, { type: blob.type });
}
