// A file that is being sent, written aside while it is read: neither its length nor a slow line costs memory. It lies there until
// its request is over; what a killed process was just reading is cleared away.

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline as flow } from 'node:stream/promises';
import { receiptSizeRefusal } from '#domain/receipts.ts';
import type { Config } from '../config/config.ts';
import type { Arrived } from '../request/context.ts';
import { ensureAllowed, refused } from '../request/refused.ts';

const arrivingFolder = 'arriving';
const forgottenMs = 3_600_000;

/** The limit holds while reading: a declared length may be wrong, or missing. */
export async function receive(body: Readable, config: Pick<Config, 'dataDir'>): Promise<Arrived> {
  const folder = join(config.dataDir, arrivingFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  const measured = async function* () {
    let bytes = 0;
    // Not destroyed when it is too long: the answer still has to go out over its connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      ensureAllowed(receiptSizeRefusal(bytes));
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await flow(Readable.from(measured()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    // Whoever sent it has gone.
    throw body.readableAborted ? refused('receipt.damaged', { path: 'file' }) : error;
  }
}

/** What killed processes were just reading. */
export async function forgetArriving({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = join(dataDir, arrivingFolder);
  for (const name of await readdir(folder).catch(() => [])) {
    const written = await stat(join(folder, name)).catch(() => null);
    if (written && written.mtimeMs < Date.now() - forgottenMs) await rm(join(folder, name), { force: true });
  }
}
