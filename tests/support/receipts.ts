// Small valid files of every accepted kind of receipt, some with camera metadata, and some files that only look like one.

import { grayPng, pngChunk } from '#seed/png.ts';

/** A GPS position, as any metadata reader would find it. */
export const gpsPosition = 'GPSLatitude 6.2088 S';

export const png = (width = 8, height = 6, extra: readonly Buffer[] = []): Buffer => {
  const plain = grayPng(width, height, new Uint8Array(width * height).fill(200));
  const afterHead = 8 + 25;
  return Buffer.concat([plain.subarray(0, afterHead), ...extra, plain.subarray(afterHead)]);
};

export const pngText = (text: string): Buffer => pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));
export const pngExif = (tiff: Buffer): Buffer => pngChunk('eXIf', tiff);

const plainJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAhRh/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAZEQACAwEAAAAAAAAAAAAAAAAAAQQVUlP/2gAMAwEAAhEDEQA/AI27PQFhWROaE2MrbP/Z',
  'base64',
);

/** 8 × 6 pixels, with extra segments after the start marker. */
export const jpeg = (...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([plainJpeg.subarray(0, 2), ...segments, plainJpeg.subarray(2)]);

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

export const jpegExif = (tiff: Buffer): Buffer =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));

/** A little-endian Exif block with the orientation, followed by a position. */
export function tiffOfCamera(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return Buffer.concat([tiff, Buffer.from(gpsPosition, 'latin1')]);
}

const plainWebp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

export const webp = (): Buffer => plainWebp;

/** The same picture in the extended format, with further chunks. */
export function extendedWebp(flags: number, ...chunks: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(10);
  head[0] = flags;
  const body = Buffer.concat([riffChunk('VP8X', head), plainWebp.subarray(12), ...chunks]);
  const start = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  start.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([start, body]);
}

export function riffChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

export const pdf = (text = 'Taxi 50.000'): Buffer => Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`, 'latin1');

/** A picture whose header claims this size. */
export function hugePng(width: number, height: number): Buffer {
  const small = png();
  const head = Buffer.from(small.subarray(16, 29));
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([small.subarray(0, 8), pngChunk('IHDR', head), small.subarray(33)]);
}
