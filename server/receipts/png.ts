// A PNG without texts, times, EXIF and anything else that is not the picture: only the chunks that a decoder needs are kept,
// byte for byte. What stands behind the end goes too. Null: this is no whole PNG.

import { crc32 } from 'node:zlib';
import { mostParts, orientationIn, type Picture, shownAs, tiffWith } from './orientation.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const keptChunks = ['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'iCCP', 'sBIT', 'bKGD', 'pHYs'];

export function cleanPng(file: Buffer): Picture | null {
  if (!file.subarray(0, signature.length).equals(signature)) return null;
  const kept: Buffer[] = [signature];
  let orientation = 1;
  let head: Buffer | null = null;
  let hasPixels = false;
  let parts = 0;
  for (let at = signature.length; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length || ++parts > mostParts) return null;
    const name = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, end - 4);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null;
    // The head comes first and once.
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

function assembled(kept: readonly Buffer[], head: Buffer, orientation: number): Picture | null {
  if (head.length !== 13) return null;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  if (width === 0 || height === 0) return null;
  const [start, first, ...rest] = kept;
  if (!start || !first) return null;
  const turned = orientation === 1 ? [] : [chunkOf('eXIf', tiffWith(orientation))];
  return shownAs(
    Buffer.concat([start, first, ...turned, ...rest, chunkOf('IEND', Buffer.alloc(0))]),
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
