// Removes metadata from a JPEG: parses it segment by segment and keeps, unchanged, only those that a decoder needs. Data after the
// end (videos, other formats) is removed too. Returns null if this is not a complete JPEG.

import { type Image, maxParts, orientationIn, orientedImage, tiffWith } from './orientation.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;

const exifPrefix = Buffer.from('Exif\0\0', 'latin1');

/** Colour information (JFIF, ICC, Adobe) is kept; other application segments and comments hold positions, thumbnails and texts. */
const keptSegments = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isApplication = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

export function cleanJpeg(file: Buffer): Image | null {
  if (file.readUInt16BE(0) !== 0xff00 + startOfImage) return null;
  const kept: Buffer[] = [];
  let orientation = 1;
  let parts = 0;
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 4 <= file.length + 2; ) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at = endOfFill(file, at);
    else if (++parts > maxParts) return null;
    else if (marker === endOfImage) return size && assembled(kept, size, orientation);
    else if (isStandalone(marker)) at += 2;
    else {
      const end = endOfSegment(file, at);
      if (end === null) return null;
      const segment = file.subarray(at, end);
      if (marker === 0xe1) orientation = orientationOf(segment) ?? orientation;
      if (isFrame(marker)) {
        // A second frame could be larger than the first.
        if (size || segment.length < 9) return null;
        size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
        if (size.height === 0 || size.width === 0) return null;
      }
      if (!isApplication(marker) || isKept(marker, segment)) kept.push(segment);
      at = end;
      if (marker === startOfScan) {
        const next = endOfScan(file, at);
        if (next === null) return null;
        kept.push(file.subarray(at, next));
        at = next;
      }
    }
  }
  return null;
}

function endOfSegment(file: Buffer, at: number): number | null {
  if (at + 4 > file.length) return null;
  const length = file.readUInt16BE(at + 2);
  const end = at + 2 + length;
  return length < 2 || end > file.length ? null : end;
}

/** Compressed data ends at a marker that is neither an escaped 0xFF nor a restart. */
function endOfScan(file: Buffer, from: number): number | null {
  // Byte by byte: a malicious file has a marker at every second byte, and `indexOf` from each would be slower.
  for (let at = from; at + 1 < file.length; at += 1) if (file[at] === 0xff && !isScanData(file[at + 1] ?? 0)) return at;
  return null;
}

const isScanData = (next: number): boolean => next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7);

function endOfFill(file: Buffer, from: number): number {
  let at = from;
  while (file[at + 1] === 0xff) at += 1;
  return at;
}

const isKept = (marker: number, segment: Buffer): boolean => {
  const mark = keptSegments.get(marker);
  return mark !== undefined && segment.subarray(4).toString('latin1', 0, mark.length) === mark;
};

function orientationOf(segment: Buffer): number | null {
  const body = segment.subarray(4);
  return body.subarray(0, exifPrefix.length).equals(exifPrefix)
    ? orientationIn(body.subarray(exifPrefix.length))
    : null;
}

function assembled(kept: readonly Buffer[], size: { width: number; height: number }, orientation: number): Image {
  const start = Buffer.from([0xff, startOfImage]);
  const end = Buffer.from([0xff, endOfImage]);
  const exif = orientation === 1 ? [] : [exifSegment(orientation)];
  return orientedImage(Buffer.concat([start, ...exif, ...kept, end]), size.width, size.height, orientation);
}

function exifSegment(orientation: number): Buffer {
  const body = Buffer.concat([exifPrefix, tiffWith(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
