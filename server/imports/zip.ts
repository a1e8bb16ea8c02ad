// A look into the table of contents of a zip file before anything is unpacked. An XLSX of a few kilobytes may claim, or hide,
// gigabytes (zip bomb). The unpacker trusts the sizes of this table and unpacks no more than it says, so their sum is the bound.

import { Undecodable } from './undecodable.ts';

/** A sheet of the most rows takes about 5 MB, with the styles and other sheets of real files perhaps 20. */
const mostUnpackedBytes = 64_000_000;
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
  const names: string[] = [];
  let at = view.getUint32(end + 16, true);
  let unpacked = 0;
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entryMark) throw new Undecodable('import.damaged');
    unpacked += view.getUint32(at + 24, true);
    if (unpacked > mostUnpackedBytes) throw new Undecodable('import.too-large');
    const nameLength = view.getUint16(at + 28, true);
    names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= first; at -= 1) if (view.getUint32(at, true) === endMark) return at;
  throw new Undecodable('import.damaged');
}
