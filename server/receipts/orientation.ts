// The only metadata of a photograph that is kept: its orientation. The rest reveals where, when and with whose phone it was taken.
// Reads the TIFF block of EXIF, and writes a block that contains only the orientation.

const tag = 0x0112;
const maxEntries = 1_000;

/** EXIF orientation 1 to 8; 1 (unchanged) if it is missing or unreadable. */
export function orientationIn(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const isLittle = tiff.toString('latin1', 0, 4) === 'II*\0';
  if (!isLittle && tiff.toString('latin1', 0, 4) !== 'MM\0*') return 1;
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = Math.min(read16(directory), maxEntries);
  for (let at = directory + 2; at < directory + 2 + entries * 12 && at + 12 <= tiff.length; at += 12) {
    if (read16(at) !== tag) continue;
    const value = read16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A TIFF block with one directory and one entry. */
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
 * Maximum of segments or chunks of a file. Ordinary programs write a few thousand at most; parsing millions of empty ones would
 * block the process.
 */
export const maxParts = 10_000;

export type Image = { content: Buffer; width: number; height: number };

/** Width and height as displayed: orientations from 5 on are rotated by 90°. */
export const orientedImage = (content: Buffer, width: number, height: number, orientation: number): Image =>
  orientation >= 5 ? { content, width: height, height: width } : { content, width, height };
