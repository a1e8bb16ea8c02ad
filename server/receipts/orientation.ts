// The one fact of a photograph's metadata that is kept: which way up it is. Everything else tells where it was taken, when and
// with whose phone. Read from the TIFF block of EXIF, and written as a block that holds nothing but it.

const tag = 0x0112;
const mostEntries = 1_000;

/** 1 to 8 as EXIF counts them; 1 (as it stands) where nothing is said or it cannot be read. */
export function orientationIn(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const isLittle = tiff.toString('latin1', 0, 4) === 'II*\0';
  if (!isLittle && tiff.toString('latin1', 0, 4) !== 'MM\0*') return 1;
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = Math.min(read16(directory), mostEntries);
  for (let at = directory + 2; at < directory + 2 + entries * 12 && at + 12 <= tiff.length; at += 12) {
    if (read16(at) !== tag) continue;
    const value = read16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** One directory with one entry. */
export function tiffWith(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(tag, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/**
 * Segments or chunks of one file. Honest programs write a few thousand at most, where they write many; millions of empty ones
 * would hold up everybody while they are walked.
 */
export const mostParts = 10_000;

export type Picture = { content: Buffer; width: number; height: number };

/** As it is shown: from 5 on it lies on its side. */
export const shownAs = (content: Buffer, width: number, height: number, orientation: number): Picture =>
  orientation >= 5 ? { content, width: height, height: width } : { content, width, height };
