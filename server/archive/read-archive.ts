// Opens an archive for an import, and refuses what is none: another kind of file, a truncated or damaged one, one of a newer version, one
// with other files than an export writes, and one that unpacks to much more than it should. yauzl reads the list of files at the end of
// the ZIP, checks their names, and stops where a file is longer than the list says. No file is written under a name from an archive.

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Refusal } from '#domain/reasons.ts';
import { maxReceiptBytes } from '#domain/receipts.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { ArchiveRefusal, damagedFile, newerVersion, notComplete } from './failures.ts';
import { type ArchiveMeta, archiveFormat, archiveMeta, metaName } from './meta.ts';
import { archivedNames, csvName } from './tables.ts';

export type ReadArchive = {
  meta: ArchiveMeta;
  /** Ids of the receipts that have a file. */
  receipts: ReadonlySet<string>;
  /** The checksum of the table is verified at its end. */
  table(name: string): AsyncGenerator<Buffer>;
  receipt(id: string): Promise<Buffer>;
  close(): void;
};

/** Real tables are ten to forty times as long as packed, because every row has random ids; a ZIP can reach a thousand times. */
const maxRatio = 200;
const maxMetaBytes = 10_000_000;
const receiptPattern = /^receipts\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:jpg|png|webp|pdf)$/;

const again = 'Export the company again, or copy the file again.';

/** For archives that somebody uploads: the list of files is in memory, and the database reads the tables. */
export type ArchiveLimits = { maxFiles: number; maxTableBytes: number; refusal: () => Refusal };

export async function readArchive(file: string, limits?: ArchiveLimits): Promise<ReadArchive> {
  const zip = await open(file);
  try {
    if (limits && zip.entryCount > limits.maxFiles) throw tooLarge(file, limits);
    const entries = await readEntries(file, zip);
    const meta = await readMeta(file, zip, entries);
    refuseOtherFiles(file, meta, entries);
    const tableBytes = Object.keys(meta.tables).map((name) => entries.get(csvName(name))?.uncompressedSize ?? 0);
    if (limits && tableBytes.reduce((sum, bytes) => sum + bytes, 0) > limits.maxTableBytes)
      throw tooLarge(file, limits);
    const receipts = receiptsIn(entries);
    const get = (name: string) => entries.get(name) ?? refuseMissing(file, name);
    return {
      meta,
      receipts: new Set(receipts.keys()),
      table: (name) => readTable({ file, zip, meta, name, entry: get(csvName(name)) }),
      receipt: (id) => readWhole(file, zip, get(receipts.get(id) ?? `receipts/${id}`)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const tooLarge = (file: string, { refusal }: ArchiveLimits): ArchiveRefusal =>
  new ArchiveRefusal(refusal(), `${file} is too large.`);

async function open(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'))
      throw new StartRefusal(`${file} cannot be read: ${error.message}.`);
    throw notComplete(`${file} is not a complete ZIP file (${textOfError(error)}). ${again}`);
  }
}

type Entries = ReadonlyMap<string, Entry>;

async function readEntries(file: string, zip: ZipFile): Promise<Entries> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, compressedSize, uncompressedSize } = entry;
      if (entries.has(name)) throw damagedFile(name, `${file} contains ${name} twice. ${again}`);
      if (!entry.canDecodeFileData())
        throw damagedFile(name, `${file}: ${name} is encrypted or packed in an unknown way.`);
      const isTooLarge = receiptPattern.test(name) ? uncompressedSize > maxReceiptBytes : isExcessive(entry);
      if (isTooLarge)
        throw damagedFile(
          name,
          `${file}: ${name} would unpack from ${compressedSize} to ${uncompressedSize} bytes, which no export does. ${again}`,
        );
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    throw notComplete(`${file} is damaged or was made by another program (${textOfError(error)}). ${again}`);
  }
  return entries;
}

const isExcessive = ({ fileName, compressedSize, uncompressedSize }: Entry): boolean =>
  fileName === metaName ? uncompressedSize > maxMetaBytes : uncompressedSize > 100_000 + maxRatio * compressedSize;

async function readMeta(file: string, zip: ZipFile, entries: Entries): Promise<ArchiveMeta> {
  const entry = entries.get(metaName);
  if (!entry) throw notComplete(`${file} has no ${metaName}: it is not the archive of a company.`);
  const text = (await readWhole(file, zip, entry)).toString('utf8');
  const stated = parseJson(text);
  const format: unknown = typeof stated === 'object' && stated !== null ? Reflect.get(stated, 'format') : null;
  if (typeof format === 'number' && format > archiveFormat)
    throw newerVersion(
      `${file} has the format ${format}; this installation reads up to ${archiveFormat}. Update it first: npm run upgrade.`,
    );
  const parsed = archiveMeta.safeParse(stated);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`;
  throw damagedFile(metaName, `${file}: ${metaName} is not that of an archive${place}. ${again}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refuseOtherFiles(file: string, meta: ArchiveMeta, entries: Entries): void {
  const tables = Object.keys(meta.tables);
  const newer = tables.filter((name) => !archivedNames.includes(name));
  if (newer.length > 0)
    throw newerVersion(
      `${file} contains tables that this version does not know: ${newer.join(', ')}. Update first: npm run upgrade.`,
    );
  for (const name of tables) if (!entries.has(csvName(name))) refuseMissing(file, csvName(name));
  for (const name of ['users', 'companies', 'members']) if (!tables.includes(name)) refuseMissing(file, csvName(name));
  const expected = new Set([metaName, ...tables.map(csvName)]);
  for (const name of entries.keys())
    if (!expected.has(name) && !receiptPattern.test(name))
      throw damagedFile(name, `${file} contains ${JSON.stringify(name)}, which no export writes. ${again}`);
  const found = receiptsIn(entries).size;
  if (found !== meta.receipts.files)
    throw damagedFile('receipts', `${file} contains ${found} receipts instead of ${meta.receipts.files}. ${again}`);
}

function refuseMissing(file: string, name: string): never {
  throw damagedFile(name, `${file}: ${name} is missing. ${again}`);
}

/** The name of the file by the id of the receipt. */
function receiptsIn(entries: Entries): Map<string, string> {
  const names = new Map<string, string>();
  for (const name of entries.keys()) {
    const id = receiptPattern.exec(name)?.[1];
    if (id !== undefined) names.set(id, name);
  }
  return names;
}

type TableEntry = { file: string; zip: ZipFile; meta: ArchiveMeta; name: string; entry: Entry };

async function* readTable({ file, zip, meta, name, entry }: TableEntry): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw damaged(file, entry, error);
  }
  if (hash.digest('hex') !== meta.tables[name]?.sha256)
    throw damagedFile(
      entry.fileName,
      `${file}: ${entry.fileName} is not what was exported: its SHA-256 differs. ${again}`,
    );
}

async function readWhole(file: string, zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await zip.openReadStreamPromise(entry));
  } catch (error) {
    throw damaged(file, entry, error);
  }
}

const damaged = (file: string, { fileName }: Entry, error: unknown): ArchiveRefusal =>
  damagedFile(fileName, `${file}: ${fileName} is damaged (${textOfError(error)}). ${again}`);

const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
