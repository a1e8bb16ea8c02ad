// A WebP without EXIF, XMP and unknown chunks; the picture, its transparency and its colours are kept byte for byte.
// A moving one is not taken: what it shows first need not be what it shows. Null: this is no whole, still WebP.

import { mostParts, orientationIn, type Picture, shownAs, tiffWith } from './orientation.ts';

const keptChunks = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'];
const movingChunks = ['ANIM', 'ANMF'];
const hasExif = 0x08;
const hasXmp = 0x04;

type Chunk = { name: string; content: Buffer };
type Size = { width: number; height: number };

export function cleanWebp(file: Buffer): Picture | null {
  const chunks = chunksOf(file);
  const sizes = chunks?.flatMap((chunk) => sizeIn(chunk) ?? []) ?? [];
  const picture = chunks?.filter(({ name }) => name === 'VP8 ' || name === 'VP8L') ?? [];
  if (!chunks || picture.length !== 1 || chunks.some(({ name }) => movingChunks.includes(name))) return null;
  if (sizes.length !== picture.length + chunks.filter(({ name }) => name === 'VP8X').length) return null;
  // The canvas and the picture each say a size; a decoder may believe either.
  const width = Math.max(...sizes.map((one) => one.width));
  const height = Math.max(...sizes.map((one) => one.height));
  const exif = chunks.find(({ name }) => name === 'EXIF');
  const orientation = exif ? orientationIn(withoutMark(exif.content)) : 1;
  const kept = chunks.filter(({ name }) => keptChunks.includes(name)).map((chunk) => flagged(chunk, orientation));
  const isExtended = kept.some(({ name }) => name === 'VP8X');
  const turned = isExtended && orientation !== 1 ? [{ name: 'EXIF', content: tiffWith(orientation) }] : [];
  return shownAs(riff([...kept, ...turned]), width, height, isExtended ? orientation : 1);
}

function chunksOf(file: Buffer): Chunk[] | null {
  if (file.length < 20 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return null;
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= end; ) {
    const length = file.readUInt32LE(at + 4);
    if (at + 8 + length > end || chunks.length === mostParts) return null;
    chunks.push({ name: file.toString('latin1', at, at + 4), content: file.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function sizeIn({ name, content }: Chunk): Size | null {
  switch (name) {
    case 'VP8X':
      return content.length < 10 ? null : { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
    case 'VP8 ': {
      if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) return null;
      const size = { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
      return size.width === 0 || size.height === 0 ? null : size;
    }
    case 'VP8L': {
      if (content.length < 5 || content[0] !== 0x2f) return null;
      const bits = content.readUInt32LE(1);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

/** Some programs write the mark of a JPEG before the block. */
const withoutMark = (exif: Buffer): Buffer => (exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif);

/** The head of the extended form says which chunks follow. */
function flagged({ name, content }: Chunk, orientation: number): Chunk {
  if (name !== 'VP8X') return { name, content };
  const head = Buffer.from(content);
  head[0] = ((head[0] ?? 0) & ~hasExif & ~hasXmp) | (orientation === 1 ? 0 : hasExif);
  return { name, content: head };
}

function riff(chunks: readonly Chunk[]): Buffer {
  const body = Buffer.concat(
    chunks.map(({ name, content }) => {
      const head = Buffer.alloc(8);
      head.write(name, 'latin1');
      head.writeUInt32LE(content.length, 4);
      return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
    }),
  );
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
