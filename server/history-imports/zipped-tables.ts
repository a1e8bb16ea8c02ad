// The tables in a ZIP that is no workbook: exports of several files, and reports that were packed. They are read from the ZIP as a stream,
// by their place in its list and never by their name, and nothing is unpacked to a disk. yauzl checks the names, and stops where a file
// is longer than the list says.

import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { maxHistoryFileBytes, maxHistoryFiles } from '#domain/history-imports/limits.ts';
import { Undecodable } from '../imports/undecodable.ts';

export type ZippedTable = { name: string; bytes: () => AsyncIterable<Buffer> };

/** An archive of more files is something else than time reports. */
const maxEntries = 2_000;

/** Tables of text unpack to ten or thirty times of what they are packed; a ZIP can reach a thousand times. */
const maxRatio = 200;

/** Null: it is a workbook. */
export async function tablesInZip(path: string): Promise<ZippedTable[] | null> {
  const zip = await opened(path);
  const entries = await entriesOf(zip);
  if (entries.some(({ fileName }) => fileName === '[Content_Types].xml' || fileName === 'xl/workbook.xml')) {
    zip.close();
    return null;
  }
  const tables = entries.filter(isTable);
  if (tables.length === 0) throw new Undecodable('history-import.archive');
  if (tables.length > maxHistoryFiles) throw new Undecodable('history-import.too-many-files');
  for (const entry of tables) refuseLarge(entry);
  return tables.map((entry) => ({ name: entry.fileName, bytes: () => bytesOf(zip, entry) }));
}

async function opened(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch {
    throw new Undecodable('history-import.damaged');
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw new Undecodable('history-import.archive');
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  } catch {
    // A name with a path out of the archive, or what no list of files is.
    throw new Undecodable('history-import.archive');
  }
}

/** Without what macOS adds to archives. */
const isTable = ({ fileName }: Entry): boolean =>
  /(?:^|\/)[^./][^/]*\.(?:csv|tsv|txt)$/i.test(fileName) && !fileName.startsWith('__MACOSX/');

function refuseLarge(entry: Entry): void {
  const { compressedSize, uncompressedSize } = entry;
  if (!entry.canDecodeFileData()) throw new Undecodable('history-import.damaged');
  if (uncompressedSize > maxHistoryFileBytes || uncompressedSize > 100_000 + maxRatio * compressedSize)
    throw new Undecodable('history-import.too-large');
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    yield* stream;
  } catch {
    throw new Undecodable('history-import.damaged');
  }
}
