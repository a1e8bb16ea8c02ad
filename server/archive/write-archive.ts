// Writes the archive of a company (docs/archive.md) while its rows are read: a file of CSV for each table, from one snapshot, then the
// receipts, then meta.json with the hash of every table. Memory does not grow with the company, but for a line for each receipt.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ReceiptType } from '#domain/receipts.ts';
import type { CopiedRows } from '../db/copy-out.ts';
import { readMigrations } from '../db/migration-files.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { type ArchiveMeta, archiveFormat, type FileFacts, metaName } from './meta.ts';
import { csvName, type Query, readArchivedTables, rowsQuery } from './tables.ts';

export type ArchiveSource = {
  /** In a transaction with one snapshot, which sees the rows of the company. */
  query: Query;
  /** The same for the rows of a table as CSV. */
  copy(query: string, signal: AbortSignal): AsyncGenerator<CopiedRows>;
  companyId: string;
  receipts: Pick<ReceiptStore, 'read'>;
  now: Date;
  signal: AbortSignal;
};

export type WrittenArchive = {
  /** Must be read to the end. */
  content: Readable;
  /** From then on the transaction is not needed. */
  tablesRead: Promise<void>;
  written: Promise<ArchiveMeta>;
};

/** As in workbooks: the compression of a large table should not take longer than reading it. */
const compressionLevel = 3;

type Zip = { zip: ZipFile; source: ArchiveSource };

/** If anything fails, all parts of the result fail. */
export function writeArchive(source: ArchiveSource): WrittenArchive {
  const zip = new ZipFile();
  const content = zip.outputStream;
  if (!(content instanceof Readable)) throw new Error('yazl writes to a stream of Node.');
  zip.on('error', (error: Error) => content.destroy(error));
  const tables = addTables({ zip, source });
  const written = tables.then((read) => addReceipts({ zip, source }, read));
  written.catch((error: unknown) => content.destroy(error instanceof Error ? error : new Error(String(error))));
  return { content, tablesRead: tables.then(() => undefined), written };
}

type Tables = { meta: Omit<ArchiveMeta, 'receipts'>; receipts: ReceiptRow[] };

async function addTables({ zip, source }: Zip): Promise<Tables> {
  const { query, companyId, now } = source;
  await query(
    `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true), set_config('extra_float_digits', '1', true)`,
  );
  const tables: Record<string, FileFacts> = {};
  for (const table of await readArchivedTables(query))
    tables[table.name] = await addTable({ zip, source }, table.name, rowsQuery(table, companyId));
  const { rows: companies } = await query<{ name: string }>('select name from companies where id = $1', [companyId]);
  const { rows: receipts } = await query<ReceiptRow>(
    'select id, storage_name as name, type from receipts where company_id = $1 order by id',
    [companyId],
  );
  const meta = {
    product: 'Daybook',
    format: archiveFormat,
    schema: readMigrations().at(-1)?.name ?? '',
    takenAt: now.toISOString(),
    company: { id: companyId, name: companies[0]?.name ?? '' },
    tables,
  } as const;
  return { meta, receipts };
}

const fileMode = 0o100600;

async function addTable({ zip, source }: Zip, name: string, query: string): Promise<FileFacts> {
  const { copy, signal, now } = source;
  const hash = createHash('sha256');
  // The heading is no row.
  let rows = -1;
  let bytes = 0;
  const chunks = async function* () {
    for await (const one of copy(query, signal)) {
      hash.update(one.bytes);
      rows += one.rows;
      bytes += one.bytes.length;
      yield one.bytes;
    }
  };
  await addStream({ zip, source }, Readable.from(chunks(), { objectMode: false }), csvName(name), {
    compressionLevel,
    mtime: now,
    mode: fileMode,
  });
  return { rows, bytes, sha256: hash.digest('hex') };
}

/** One after the other: the next one is opened when this one was read. */
async function addStream(
  { zip, source }: Zip,
  stream: Readable,
  name: string,
  options: Parameters<ZipFile['addReadStream']>[2],
): Promise<void> {
  const end = () => stream.destroy(source.signal.reason);
  source.signal.addEventListener('abort', end, { once: true });
  try {
    zip.addReadStream(stream, name, options);
    await finished(stream);
  } finally {
    source.signal.removeEventListener('abort', end);
  }
}

type ReceiptRow = { id: string; name: string; type: ReceiptType };

const extensions: Record<ReceiptType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

const receiptName = (id: string, type: ReceiptType): string => `receipts/${id}.${extensions[type]}`;

async function addReceipts({ zip, source }: Zip, { meta, receipts: rows }: Tables): Promise<ArchiveMeta> {
  const { companyId, receipts, now } = source;
  const missing: string[] = [];
  for (const { id, name, type } of rows) {
    const stored = await receipts.read({ companyId, name });
    if (stored === null) missing.push(id);
    // Pictures and PDF are compressed already.
    else
      await addStream({ zip, source }, stored, receiptName(id, type), { compress: false, mtime: now, mode: fileMode });
  }
  const complete = { ...meta, receipts: { files: rows.length - missing.length, missing } };
  zip.addBuffer(Buffer.from(`${JSON.stringify(complete, null, 2)}\n`), metaName, { mtime: now, mode: fileMode });
  zip.end();
  return complete;
}
