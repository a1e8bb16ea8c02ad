// Writes the archive of a company (docs/archive.md) while its rows are read: a file of CSV for each table, from one snapshot, then the
// receipts, then meta.json with the hash of every table. Memory does not grow with the company, but for a line for each receipt.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { ZipFile } from 'yazl';
import type { ReceiptType } from '#domain/receipts.ts';
import { copyOutCsv } from '../db/copy-out.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { type ArchiveMeta, archiveFormat, type FileFacts, metaName } from './meta.ts';
import { csvName, readArchivedTables, rowsQuery } from './tables.ts';

export type ArchiveSource = {
  /** In a transaction with one snapshot, which sees the rows of the company. */
  client: ClientBase;
  companyId: string;
  receipts: Pick<ReceiptStore, 'read'>;
  now: Date;
  signal: AbortSignal;
};

/** As in workbooks: the compression of a large table should not take longer than reading it. */
const compressionLevel = 3;

type Zip = { zip: ZipFile; source: ArchiveSource };

/** `content` must be read to the end; `written` then resolves, and rejects if anything fails. */
export function writeArchive(source: ArchiveSource): { content: Readable; written: Promise<ArchiveMeta> } {
  const zip = new ZipFile();
  const content = zip.outputStream;
  if (!(content instanceof Readable)) throw new Error('yazl writes to a stream of Node.');
  zip.on('error', (error: Error) => content.destroy(error));
  const written = addFiles({ zip, source }).catch((error: unknown) => {
    content.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  return { content, written };
}

async function addFiles({ zip, source }: Zip): Promise<ArchiveMeta> {
  const { client, companyId, now } = source;
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 1`);
  const tables: Record<string, FileFacts> = {};
  for (const table of await readArchivedTables(client))
    tables[table.name] = await addTable({ zip, source }, table.name, rowsQuery(table, companyId));
  const meta: ArchiveMeta = {
    product: 'Daybook',
    format: archiveFormat,
    schema: await readSchema(client),
    takenAt: now.toISOString(),
    company: { id: companyId, name: await readName(client, companyId) },
    tables,
    receipts: await addReceipts({ zip, source }),
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(meta, null, 2)}\n`), metaName, { mtime: now, mode: fileMode });
  zip.end();
  return meta;
}

const fileMode = 0o100600;

async function addTable({ zip, source }: Zip, name: string, query: string): Promise<FileFacts> {
  const { client, signal, now } = source;
  const hash = createHash('sha256');
  // The heading is no row.
  let [rows, bytes] = [-1, 0];
  const chunks = async function* () {
    for await (const one of copyOutCsv(client, query, signal)) {
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

export const receiptName = (id: string, type: ReceiptType): string => `receipts/${id}.${extensions[type]}`;

async function addReceipts({ zip, source }: Zip): Promise<ArchiveMeta['receipts']> {
  const { client, companyId, receipts, now } = source;
  const { rows } = await client.query<ReceiptRow>(
    'select id, storage_name as name, type from receipts where company_id = $1 order by id',
    [companyId],
  );
  const missing: string[] = [];
  for (const { id, name, type } of rows) {
    const stored = await receipts.read({ companyId, name });
    if (stored === null) missing.push(id);
    // Pictures and PDF are compressed already.
    else
      await addStream({ zip, source }, stored, receiptName(id, type), { compress: false, mtime: now, mode: fileMode });
  }
  return { files: rows.length - missing.length, missing };
}

async function readSchema(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from schema_migrations');
  return rows[0]?.name ?? '';
}

async function readName(client: ClientBase, companyId: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from companies where id = $1', [companyId]);
  return rows[0]?.name ?? '';
}
