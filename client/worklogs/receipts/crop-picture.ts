// Draws a rotated photo, and makes a file of a part of it.

import { type PictureSize, shrunkName, shrunkSize } from '#domain/receipt-pictures.ts';
import { areaInPixels, type CropArea, rotatedSize } from './crop-frame.ts';
import { asJpeg, markCropped } from './pictures.ts';

/** On a canvas that has the size of the rotated photo. */
export function drawRotated(
  context: CanvasRenderingContext2D,
  photo: CanvasImageSource,
  size: PictureSize,
  quarterTurns: number,
): void {
  const rotated = rotatedSize(size, quarterTurns);
  context.translate(rotated.width / 2, rotated.height / 2);
  context.rotate((quarterTurns * Math.PI) / 2);
  context.drawImage(photo, -size.width / 2, -size.height / 2, size.width, size.height);
}

/** Null where the device cannot do it. */
export async function cropPicture(file: File, frame: CropArea, quarterTurns: number): Promise<File | null> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const part = areaInPixels(frame, rotatedSize(photo, quarterTurns));
    const size = shrunkSize(part);
    const cropped = await asJpeg(shrunkName(file.name), size, (context) => {
      context.imageSmoothingQuality = 'high';
      context.scale(size.width / part.width, size.height / part.height);
      context.translate(-part.x, -part.y);
      drawRotated(context, photo, photo, quarterTurns);
    });
    if (cropped) markCropped(cropped);
    return cropped;
  } finally {
    photo.close();
  }
}
