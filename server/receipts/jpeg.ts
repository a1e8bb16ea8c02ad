// A JPEG without what a camera tells beside the picture: segments are walked one by one, and only those that a decoder needs
// are kept, byte for byte. What stands behind the end (videos, other formats) goes too. Null: this is no whole JPEG.

import { mostParts, orientationIn, type Picture, shownAs, tiffWith } from './orientation.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;

const exifMark = Buffer.from('Exif\0\0', 'latin1');

/** Colours (JFIF, ICC, Adobe) stay; other application segments and comments hold positions, thumbnails, names and texts. */
const keptSegments = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isApplication = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

export function cleanJpeg(file: Buffer): Picture | null {
  if (file.readUInt16BE(0) !== 0xff00 + startOfImage) return null;
  const kept: Buffer[] = [];
  let orientation = 1;
  let parts = 0;
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 4 <= file.length + 2; ) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) at = endOfFill(file, at);
    else if (++parts > mostParts) return null;
    else if (marker === endOfImage) return size && assembled(kept, size, orientation);
    else if (standsAlone(marker)) at += 2;
    else {
      const end = endOfSegment(file, at);
      if (end === null) return null;
      const segment = file.subarray(at, end);
      if (marker === 0xe1) orientation = orientationOf(segment) ?? orientation;
      if (isFrame(marker)) {
        // A second frame could be larger than the first one said.
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

/** Compressed data goes on until a marker that is neither an escaped 0xFF nor a restart. */
function endOfScan(file: Buffer, from: number): number | null {
  // Byte by byte: a hostile file has a mark at every second one, and a search from each to the next costs more.
  for (let at = from; at + 1 < file.length; at += 1) if (file[at] === 0xff && !goesOn(file[at + 1] ?? 0)) return at;
  return null;
}

const goesOn = (next: number): boolean => next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7);

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
  return body.subarray(0, exifMark.length).equals(exifMark) ? orientationIn(body.subarray(exifMark.length)) : null;
}

function assembled(kept: readonly Buffer[], size: { width: number; height: number }, orientation: number): Picture {
  const start = Buffer.from([0xff, startOfImage]);
  const end = Buffer.from([0xff, endOfImage]);
  const turned = orientation === 1 ? [] : [exifSegment(orientation)];
  return shownAs(Buffer.concat([start, ...turned, ...kept, end]), size.width, size.height, orientation);
}

function exifSegment(orientation: number): Buffer {
  const body = Buffer.concat([exifMark, tiffWith(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
