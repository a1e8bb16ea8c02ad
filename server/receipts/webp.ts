// Removes EXIF, XMP and unknown chunks from a WebP; image, transparency and colours are kept unchanged.
// Animations are refused, because reviewers may see only one frame. Returns null if this is not a complete, still WebP.

import { type Image, maxParts, orientationIn, orientedImage, tiffWith } from './orientation.ts';

const keptChunks = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'];
const animationChunks = ['ANIM', 'ANMF'];
const hasExif = 0x08;
const hasXmp = 0x04;

type Chunk = { name: string; content: Buffer };
type Size = { width: number; height: number };

export function cleanWebp(file: Buffer): Image | null {
  const chunks = chunksOf(file);
  const sizes = chunks?.flatMap((chunk) => sizeIn(chunk) ?? []) ?? [];
  const images = chunks?.filter(({ name }) => name === 'VP8 ' || name === 'VP8L') ?? [];
  if (!chunks || images.length !== 1 || chunks.some(({ name }) => animationChunks.includes(name))) return null;
  if (sizes.length !== images.length + chunks.filter(({ name }) => name === 'VP8X').length) return null;
  // Canvas and image each have a size; a decoder may use either.
  const width = Math.max(...sizes.map((one) => one.width));
  const height = Math.max(...sizes.map((one) => one.height));
  const exif = chunks.find(({ name }) => name === 'EXIF');
  const orientation = exif ? orientationIn(withoutPrefix(exif.content)) : 1;
  const kept = chunks.filter(({ name }) => keptChunks.includes(name)).map((chunk) => withFlags(chunk, orientation));
  const isExtended = kept.some(({ name }) => name === 'VP8X');
  const exifChunk = isExtended && orientation !== 1 ? [{ name: 'EXIF', content: tiffWith(orientation) }] : [];
  return orientedImage(riff([...kept, ...exifChunk]), width, height, isExtended ? orientation : 1);
}

function chunksOf(file: Buffer): Chunk[] | null {
  if (file.length < 20 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return null;
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= end; ) {
    const length = file.readUInt32LE(at + 4);
    if (at + 8 + length > end || chunks.length === maxParts) return null;
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

/** Some programs write the EXIF prefix of JPEG before the block. */
const withoutPrefix = (exif: Buffer): Buffer =>
  exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;

/** Updates the flags in the extended header to the chunks that follow. */
function withFlags({ name, content }: Chunk, orientation: number): Chunk {
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
