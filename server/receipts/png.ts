// Removes metadata from a PNG: keeps, unchanged, only the chunks that a decoder needs; texts, times, EXIF and data after the end are
// removed. Returns null if this is not a complete PNG.

import { crc32 } from 'node:zlib';
import { type Image, maxParts, orientationIn, orientedImage, tiffWith } from './orientation.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const keptChunks = ['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'iCCP', 'sBIT', 'bKGD', 'pHYs'];

export function cleanPng(file: Buffer): Image | null {
  if (!file.subarray(0, signature.length).equals(signature)) return null;
  const kept: Buffer[] = [signature];
  let orientation = 1;
  let head: Buffer | null = null;
  let hasPixels = false;
  let parts = 0;
  for (let at = signature.length; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length || ++parts > maxParts) return null;
    const name = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, end - 4);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null;
    // The header must come first, and once.
    if ((name === 'IHDR') !== (head === null)) return null;
    if (name === 'IHDR') head = content;
    if (name === 'eXIf') orientation = orientationIn(content);
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') return head && hasPixels ? assembled(kept, head, orientation) : null;
    if (keptChunks.includes(name)) kept.push(file.subarray(at, end));
    at = end;
  }
  return null;
}

function assembled(kept: readonly Buffer[], head: Buffer, orientation: number): Image | null {
  if (head.length !== 13) return null;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  if (width === 0 || height === 0) return null;
  const [start, first, ...rest] = kept;
  if (!start || !first) return null;
  const exif = orientation === 1 ? [] : [chunkOf('eXIf', tiffWith(orientation))];
  return orientedImage(
    Buffer.concat([start, first, ...exif, ...rest, chunkOf('IEND', Buffer.alloc(0))]),
    width,
    height,
    orientation,
  );
}

function chunkOf(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
