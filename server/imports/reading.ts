// A file or text of a request → the people in it, or a refusal that names the field. The work is done in a thread with bounds:
// whatever was sent, the process answers others meanwhile, and what takes too much memory or time is refused.

import { Worker } from 'node:worker_threads';
import type { PeopleList } from '#domain/imports/people-list.ts';
import { largestFileMegabytes } from '#domain/imports.ts';
import { refuse } from '#domain/reasons.ts';
import { ensureAllowed, refused } from '../refused.ts';
import type { Reading } from './reader.ts';

type Source = { file?: string | undefined; text?: string | undefined };

const longestReadingMs = 10_000;
const mostMemoryMb = 192;

/** Each takes a core for a moment and a connection meanwhile. Browsers that are turned away try again by themselves. */
const mostAtOnce = 2;
let reading = 0;

export async function readPeople({ file, text }: Source): Promise<PeopleList> {
  if ((file === undefined) === (text === undefined)) throw refused('import.no-source', { path: 'file' });
  const path = file === undefined ? 'text' : 'file';
  const source = file === undefined ? (text ?? '') : new Uint8Array(Buffer.from(file, 'base64'));
  if (source.length > largestFileMegabytes * 1_000_000)
    throw refused('import.too-large', { path, params: { megabytes: largestFileMegabytes } });
  if (source.length === 0) throw refused('import.empty', { path });
  if (reading >= mostAtOnce) throw refused('import.busy', { params: { seconds: 2 } });
  reading += 1;
  try {
    const outcome = await inThread(source);
    if ('list' in outcome) return outcome.list;
    const { refusal } = outcome;
    const params = { ...refusal.params, megabytes: largestFileMegabytes };
    ensureAllowed({ ...refusal, path, params });
    throw refused('import.damaged', { path });
  } finally {
    reading -= 1;
  }
}

async function inThread(source: Uint8Array | string): Promise<Reading> {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), {
    workerData: source,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  const timer = setTimeout(() => void worker.terminate(), longestReadingMs);
  try {
    return await new Promise<Reading>((resolve) => {
      const tooMuch = () => resolve({ refusal: refuse('import.damaged') });
      worker.once('message', resolve);
      // Out of memory, out of time, or a fault of a parser in what somebody made up: no list either way.
      worker.once('error', tooMuch);
      worker.once('exit', tooMuch);
    });
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
