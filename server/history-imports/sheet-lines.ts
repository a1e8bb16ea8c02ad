// The lines of a time report as a stream, from a CSV file or an XLSX workbook. Type, encoding and separator are judged by the content. Runs in the reading process (read-process.ts).

import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { openPromise } from 'yauzl';
import type { ListLine } from '#domain/people-list.ts';
import {
  beginsWith,
  compoundFileSignature,
  findSeparator,
  isBinary,
  looksLikeUtf16,
  zipSignature,
} from '../imports/decode.ts';
import { Undecodable } from '../imports/undecodable.ts';
import { openWorkbook } from '../imports/workbook/open-workbook.ts';
import { openSolidtimeArchive } from './solidtime-archive.ts';
import { tablesInZip } from './zipped-tables.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250' | 'windows-1252';

/** Yields the same lines each time that it is called. */
export type SheetLines = () => AsyncIterable<ListLine>;

const sampleBytes = 64 * 1024;

/** `entry`: of a ZIP with several tables, the place of one. Names: which of them has to be chosen. */
export async function openSheet(path: string, entry: number | null): Promise<SheetLines | string[]> {
  const whole = () => createReadStream(path);
  if (!beginsWith(await readSample(whole), zipSignature)) return linesIn(whole);
  const tables = await tablesInZip(path);
  if (tables === null) return sheetOfWorkbook(path);
  const archive = await openSolidtimeArchive(tables, linesIn);
  if (archive !== null) return archive;
  const table = tables.length === 1 ? tables[0] : tables[entry ?? -1];
  return table === undefined ? tables.map(({ name }) => name) : linesIn(table.bytes);
}

type Bytes = () => AsyncIterable<Buffer>;

async function linesIn(bytes: Bytes): Promise<SheetLines> {
  const sample = await readSample(bytes);
  if (sample.length === 0) throw new Undecodable('history-import.empty');
  if (beginsWith(sample, compoundFileSignature)) throw new Undecodable('history-import.old-excel');
  const encoding = await encodingOf(bytes, sample);
  const text = new TextDecoder(encoding).decode(sample, { stream: true });
  if (isBinary(text) || /^\s*<(?:!doctype|html|\?xml|table)/i.test(text) || /^\s*[{[]/.test(text))
    throw new Undecodable('history-import.not-a-table');
  if (encoding === 'windows-1252' && otherThanWindows1252.test(text))
    throw new Undecodable('history-import.unknown-encoding');
  return () => linesOfCsv(bytes, encoding, text);
}

async function readSample(bytes: Bytes): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= sampleBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, sampleBytes);
}

/** The maximum of rows with forty columns is about half of this. */
const maxSheetBytes = 1_000_000_000;

async function sheetOfWorkbook(path: string): Promise<SheetLines> {
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    const rows = await openWorkbook(zip, maxSheetBytes);
    return () => withOwnCodes(rows());
  } catch (error) {
    throw withOwnCode(error);
  }
}

async function* withOwnCodes(rows: AsyncIterable<ListLine>): AsyncGenerator<ListLine> {
  try {
    yield* rows;
  } catch (error) {
    throw withOwnCode(error);
  }
}

const withOwnCode = (error: unknown): unknown =>
  error instanceof Undecodable ? new Undecodable(codeOf(error), error.line) : error;

/** A ZIP without a workbook is probably an export that has to be unpacked. */
const codeOf = ({ code }: Undecodable) =>
  code === 'import.not-a-list'
    ? 'history-import.archive'
    : code === 'import.too-large'
      ? 'history-import.too-large'
      : 'history-import.damaged';

/**
 * Other encodings of text, such as those of Japanese, Chinese, Russian and Greek, use bytes that this one lacks, and look like signs within
 * words or like words of accented letters.
 */
const otherThanWindows1252 = /[\u0081\u008D\u008F\u0090\u009D]|\p{L}[“”†‡ˆ‰‹•˜›]+\p{L}|[À-ÖØ-öø-ÿ]{4}/u;

/** Letters of Polish, which look like these signs within words. */
const looksLikeWindows1250 = /\p{L}[¹³¿](?=\p{L})/u;

/** UTF-8 if the whole file is valid in it. */
async function encodingOf(bytes: Bytes, sample: Buffer): Promise<Encoding> {
  if (beginsWith(sample, [0xff, 0xfe])) return 'utf-16le';
  if (beginsWith(sample, [0xfe, 0xff])) return 'utf-16be';
  if (looksLikeUtf16(sample)) return 'utf-16le';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes()) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return looksLikeWindows1250.test(new TextDecoder('windows-1252').decode(sample)) ? 'windows-1250' : 'windows-1252';
  }
}

/** An unclosed quote would make one cell of the rest of the file. */
const maxRecordLength = 200_000;

/** With the option `info`, whose type csv-parse does not know. */
type CsvRow = { record: string[]; info: { lines: number } };

async function* linesOfCsv(bytes: Bytes, encoding: Encoding, sample: string): AsyncGenerator<ListLine> {
  // Excel's separator hint is not a line of the table.
  const hint = /^\uFEFF?sep=(.)\r?\n/i.exec(sample);
  const skipped = hint ? 1 : 0;
  const parser = parse({
    bom: true,
    delimiter: hint?.[1] ?? findSeparator(sample),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecordLength,
    info: true,
  });
  pipeline(Readable.from(decoded(bytes, encoding, hint?.[0].length ?? 0)), parser, () => undefined);
  let line = skipped;
  try {
    for await (const one of parser) {
      const { record: cells, info }: CsvRow = one;
      yield { line: line + 1, cells };
      line = skipped + info.lines;
    }
  } catch (error) {
    throw error instanceof CsvError ? new Undecodable('history-import.open-quote', line + 1) : error;
  }
}

async function* decoded(bytes: Bytes, encoding: Encoding, skippedLength: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let left = skippedLength;
  for await (const chunk of bytes()) {
    const text = decoder.decode(chunk, { stream: true });
    yield text.slice(left);
    left = Math.max(0, left - text.length);
  }
  yield decoder.decode();
}
