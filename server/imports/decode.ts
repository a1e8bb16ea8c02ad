// Decodes a file of unknown type to a list of lines, judging by its content and never by its claimed name or type.
// Runs in a separate process (read-process.ts), so it may be slow or run out of memory.

import { parse } from 'csv-parse/sync';
import type { ListLine } from '#domain/people-list.ts';
import { Undecodable } from './undecodable.ts';

export async function decodeLines(bytes: Uint8Array): Promise<ListLine[]> {
  if (beginsWith(bytes, zipSignature)) return linesOfSheet(bytes);
  // Excel files before 2007, and later ones with a password.
  if (beginsWith(bytes, compoundFileSignature)) throw new Undecodable('import.old-excel');
  return linesOfText(decodeText(bytes));
}

/** The comma and the bar have the lowest priority, because they also occur within names, addresses and notes. */
const separators = ['\t', ';', ',', '|'] as const;
const maxSampledLines = 50;

export const zipSignature = [0x50, 0x4b, 0x03, 0x04];
export const compoundFileSignature = [0xd0, 0xcf, 0x11, 0xe0];

export const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** A sheet with the maximum of rows takes about 5 MB. */
const maxSheetBytes = 12_000_000;
/** The maximum of rows with 26 columns. A row takes the memory of four cells, and cells ten times their length. */
const maxCells = 300_000;

async function linesOfSheet(bytes: Uint8Array): Promise<ListLine[]> {
  // Imported lazily: loading it takes longer than reading a text file.
  const { fromBufferPromise } = await import('yauzl');
  const { openWorkbook } = await import('./workbook/open-workbook.ts');
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false }).catch(() => {
    throw new Undecodable('import.damaged');
  });
  const rows = await openWorkbook(zip, maxSheetBytes);
  const lines: ListLine[] = [];
  let cells = 0;
  for await (const line of rows()) {
    cells += 4 + line.cells.length;
    if (cells > maxCells) throw new Undecodable('import.too-large');
    lines.push(line);
  }
  return lines;
}

export function linesOfText(text: string): ListLine[] {
  if (isBinary(text) || /^\s*<(?:!doctype|html|\?xml|table)/i.test(text)) throw new Undecodable('import.not-a-list');
  // Excel's separator hint is not a line of the list.
  const hint = /^sep=(.)\r?\n/i.exec(text);
  const skipped = hint ? 1 : 0;
  const list = hint ? text.slice(hint[0].length) : text;
  try {
    return numbered(
      parse(list, {
        bom: true,
        delimiter: hint?.[1] ?? findSeparator(list),
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        relax_quotes: true,
        // Without quotes a line ends where it ends, and may contain thousands of addresses.
        max_record_size: list.includes('"') ? maxRecordLength : 0,
        info: true,
      }),
      skipped,
    );
  } catch (error) {
    throw new Undecodable('import.open-quote', lineOfError(error, skipped));
  }
}

/** An unclosed quote would make one cell of the rest of the file. */
const maxRecordLength = 100_000;

/** Line numbers of records: cells may contain line breaks, so a record may span several lines. */
function numbered(records: unknown, skipped: number): ListLine[] {
  let line = skipped;
  return (Array.isArray(records) ? records : []).map(({ record, info }) => {
    const begins = line + 1;
    line = skipped + Number(info.lines);
    return { line: begins, cells: Array.isArray(record) ? record.map(String) : [] };
  });
}

function lineOfError(error: unknown, skipped: number): number {
  const lines = error instanceof Error && 'lines' in error ? Number(error.lines) : 0;
  return skipped + (Number.isInteger(lines) ? lines : 0);
}

/** UTF-16 (Excel's "Unicode text"), UTF-8, else Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  if (beginsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (beginsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  if (looksLikeUtf16(bytes)) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Latin text in UTF-16 without a byte-order mark: every second byte is zero. */
export function looksLikeUtf16(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 1_000);
  const zeros = sample.filter((byte, index) => index % 2 === 1 && byte === 0).length;
  return sample.length > 3 && zeros > sample.length * 0.4;
}

/** Control characters other than tabs, line and page breaks: an image, a program, a PDF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const isBinary = (text: string): boolean => /^%PDF|[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/.test(text);

/** The separator that occurs, outside of quotes, in most of the first lines. A cell in quotes may have lines of its own. */
export function findSeparator(text: string): string {
  const lines = text
    .slice(0, 50_000)
    .replaceAll(/(?<=^|[\t;,|\r\n])"(?:[^"]|"")*"(?=$|[\t;,|\r\n])/g, '""')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, maxSampledLines)
    .map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, ''));
  const counted = separators.map((separator) => ({
    separator,
    lines: lines.filter((line) => line.includes(separator)).length,
  }));
  return counted.toSorted((a, b) => b.lines - a.lines)[0]?.separator ?? ',';
}
