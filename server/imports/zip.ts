// Checks a zip file before it is parsed. An XLSX of a few kilobytes may claim, or hide, gigabytes (zip bomb). So the total claimed
// size is limited, and every entry is unpacked once, up to its claimed size: one that is longer or shorter is damaged.

import { inflateRawSync } from 'node:zlib';
import { Undecodable } from './undecodable.ts';

/**
 * A sheet with the maximum of rows takes about 5 MB; this leaves room for the styles and other sheets of real files. Parsing
 * XML needs ten times its length of memory.
 */
const maxXmlBytes = 12_000_000;
/** Including images. */
const maxUnpackedBytes = 24_000_000;
const maxEntries = 2_000;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const maxCommentBytes = 65_535;

/** Returns the names of the entries. */
export function assertZipWithinLimits(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return entriesOf(view, bytes);
  } catch (error) {
    // Offsets beyond the end of the file.
    throw error instanceof RangeError ? new Undecodable('import.damaged') : error;
  }
}

function entriesOf(view: DataView, bytes: Uint8Array): string[] {
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new Undecodable('import.too-large');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entrySignature) throw new Undecodable('import.damaged');
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  const isXml = ({ name }: Entry) => /\.(xml|rels)$/i.test(name);
  if (unpackedOf(entries) > maxUnpackedBytes || unpackedOf(entries.filter(isXml)) > maxXmlBytes)
    throw new Undecodable('import.too-large');
  for (const entry of entries) ensureClaimedSize(view, bytes, entry);
  return entries.map(({ name }) => name);
}

type Entry = { name: string; method: number; packed: number; unpacked: number; at: number };

const unpackedOf = (entries: readonly Entry[]): number => entries.reduce((sum, { unpacked }) => sum + unpacked, 0);

const localSignature = 0x04034b50;
const stored = 0;
const deflated = 8;

function ensureClaimedSize(view: DataView, bytes: Uint8Array, { method, packed, unpacked, at }: Entry): void {
  if (view.getUint32(at, true) !== localSignature) throw new Undecodable('import.damaged');
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw new Undecodable('import.damaged');
  const length =
    method === stored ? packed : method === deflated ? lengthOf(bytes.subarray(from, from + packed), unpacked) : -1;
  if (length !== unpacked) throw new Undecodable('import.damaged');
}

/** Stops as soon as the claimed size is exceeded. */
function lengthOf(content: Uint8Array, claimed: number): number {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, claimed) }).length;
  } catch {
    throw new Undecodable('import.damaged');
  }
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - maxCommentBytes);
  for (let at = view.byteLength - endLength; at >= first; at -= 1)
    if (view.getUint32(at, true) === endSignature) return at;
  throw new Undecodable('import.damaged');
}
