// Writes an upload to a temporary file while it is received: neither its size nor a slow client costs memory. The file exists
// until the request ends; those of killed processes are deleted later.

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline as flow } from 'node:stream/promises';
import type { Refusal } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import type { UploadedFile } from '../request/context.ts';
import { ensureAllowed, refused } from '../request/refused.ts';

const uploadsFolder = 'arriving';
const staleMs = 3_600_000;

type Receiving = {
  config: Pick<Config, 'dataDir'>;
  /** Checked while reading: a declared length may be wrong or missing. */
  sizeRefusal: (bytes: number) => Refusal | null;
};

export async function receiveUpload(body: Readable, { config, sizeRefusal }: Receiving): Promise<UploadedFile> {
  const folder = join(config.dataDir, uploadsFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  const measured = async function* () {
    let bytes = 0;
    // Not destroyed when the body is too long: the response still uses the connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      ensureAllowed(sizeRefusal(bytes));
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await flow(Readable.from(measured()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    // The client disconnected.
    throw body.readableAborted ? refused('receipt.damaged', { path: 'file' }) : error;
  }
}

/** Deletes the temporary files of killed processes. */
export async function deleteStaleUploads({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = join(dataDir, uploadsFolder);
  for (const name of await readdir(folder).catch(() => [])) {
    const written = await stat(join(folder, name)).catch(() => null);
    if (written && written.mtimeMs < Date.now() - staleMs) await rm(join(folder, name), { force: true });
  }
}
