// Draws a photo turned, and makes a file of a part of it.

import { type PictureSize, shrunkName, shrunkSize } from '#domain/receipt-pictures.ts';
import { areaInPixels, type CropArea, turnedSize } from './crop-frame.ts';
import { asJpeg, markCropped } from './pictures.ts';

/** On a canvas that has the size of the turned photo. */
export function drawTurned(
  context: CanvasRenderingContext2D,
  photo: CanvasImageSource,
  size: PictureSize,
  quarters: number,
): void {
  const turned = turnedSize(size, quarters);
  context.translate(turned.width / 2, turned.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(photo, -size.width / 2, -size.height / 2, size.width, size.height);
}

/** Null where the device cannot do it. */
export async function cropPicture(file: File, frame: CropArea, quarters: number): Promise<File | null> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const part = areaInPixels(frame, turnedSize(photo, quarters));
    const size = shrunkSize(part);
    const cropped = await asJpeg(shrunkName(file.name), size, (context) => {
      context.imageSmoothingQuality = 'high';
      context.scale(size.width / part.width, size.height / part.height);
      context.translate(-part.x, -part.y);
      drawTurned(context, photo, photo, quarters);
    });
    if (cropped) markCropped(cropped);
    return cropped;
  } finally {
    photo.close();
  }
}
