// Exports a company into a file. The file gets its name when it is complete; until then, and after a failure, there is none.

import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { copyOutCsv } from '../db/copy-out.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import type { ArchiveMeta } from './meta.ts';
import { queryOn } from './tables.ts';
import { writeArchive } from './write-archive.ts';

type Export = { client: Client; companyId: string; receipts: ReceiptStore; file: string; now: Date };

export async function exportCompany({ client, companyId, receipts, file, now }: Export): Promise<ArchiveMeta> {
  if (existsSync(file)) throw new StartRefusal(`${file} exists already. Name another file with --to.`);
  const partial = `${file}.partial`;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`select set_local('app.company_id', $1)`, [companyId]);
    const ended = new AbortController();
    const { content, written } = writeArchive({
      query: queryOn(client),
      copy: (query, signal) => copyOutCsv(client, query, signal),
      companyId,
      receipts,
      now,
      signal: ended.signal,
    });
    const saved = pipeline(content, createWriteStream(partial, { mode: 0o600, flush: true }));
    saved.catch((error: unknown) => ended.abort(error));
    const [meta] = await Promise.all([written, saved]);
    await client.query('commit');
    await rename(partial, file);
    await flushFolder(dirname(file));
    return meta;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    if (hasCode(error, 'ENOENT', 'EACCES', 'ENOTDIR', 'EISDIR', 'EROFS', 'ENOSPC', 'EDQUOT'))
      throw new StartRefusal(`${file} could not be written: ${error.message}.`);
    throw error;
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
