// A look into a zip file before a parser gets it. An XLSX of a few kilobytes may claim, or hide, gigabytes (zip bomb), so the sum of
// the sizes that it claims is bounded, and every entry is unpacked once, no further than it claims: what is longer or shorter is damaged.

import { inflateRawSync } from 'node:zlib';
import { Undecodable } from './undecodable.ts';

/**
 * A sheet of the most rows takes about 5 MB; with the styles and other sheets of real files this is room enough. Parsing XML takes ten
 * times its length of memory.
 */
const mostXmlBytes = 12_000_000;
/** With pictures. */
const mostUnpackedBytes = 24_000_000;
const mostEntries = 2_000;

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endLength = 22;
const longestComment = 65_535;

/** The names of the entries. */
export function ensureHarmlessZip(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return entriesOf(view, bytes);
  } catch (error) {
    // Sizes and offsets that lead out of the file.
    throw error instanceof RangeError ? new Undecodable('import.damaged') : error;
  }
}

function entriesOf(view: DataView, bytes: Uint8Array): string[] {
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries) throw new Undecodable('import.too-large');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entryMark) throw new Undecodable('import.damaged');
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
  if (unpackedOf(entries) > mostUnpackedBytes || unpackedOf(entries.filter(isXml)) > mostXmlBytes)
    throw new Undecodable('import.too-large');
  for (const entry of entries) ensureTrueSize(view, bytes, entry);
  return entries.map(({ name }) => name);
}

type Entry = { name: string; method: number; packed: number; unpacked: number; at: number };

const unpackedOf = (entries: readonly Entry[]): number => entries.reduce((sum, { unpacked }) => sum + unpacked, 0);

const localMark = 0x04034b50;
const stored = 0;
const deflated = 8;

function ensureTrueSize(view: DataView, bytes: Uint8Array, { method, packed, unpacked, at }: Entry): void {
  if (view.getUint32(at, true) !== localMark) throw new Undecodable('import.damaged');
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw new Undecodable('import.damaged');
  const length =
    method === stored ? packed : method === deflated ? lengthOf(bytes.subarray(from, from + packed), unpacked) : -1;
  if (length !== unpacked) throw new Undecodable('import.damaged');
}

/** Ends as soon as there is more than was claimed. */
function lengthOf(content: Uint8Array, claimed: number): number {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, claimed) }).length;
  } catch {
    throw new Undecodable('import.damaged');
  }
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= first; at -= 1) if (view.getUint32(at, true) === endMark) return at;
  throw new Undecodable('import.damaged');
}
