// Reads the people in an uploaded file or text, or returns a refusal that names the field. The work is done in a separate process
// with limits; input that needs too much memory or time is refused.

import { maxImportMegabytes } from '#domain/imports.ts';
import type { PeopleList } from '#domain/people-list.ts';
import { refuse } from '#domain/reasons.ts';
import { startLimitedProcess } from '../limited-process.ts';
import { createFairSemaphore, type SlotOwner } from '../request/fair-semaphore.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import type { ListReading } from './read-process.ts';

type Source = { file?: string | undefined; text?: string | undefined };

const limits = { memoryMb: 96, cpuSeconds: 10, durationMs: 120_000 };

/** Each occupies a core for a moment, but no connection. Browsers that are refused retry automatically. */
const semaphore = createFairSemaphore({
  atOnce: 2,
  ofCompany: 1,
  waiting: { ofCompany: 4, ofPerson: 2, refusal: () => refused('import.busy', { params: { seconds: 2 } }) },
});

export async function readPeople(owner: SlotOwner, { file, text }: Source): Promise<PeopleList> {
  if ((file === undefined) === (text === undefined)) throw refused('import.no-source', { path: 'file' });
  const path = file === undefined ? 'text' : 'file';
  const source = file === undefined ? (text ?? '') : new Uint8Array(Buffer.from(file, 'base64'));
  if (source.length > maxImportMegabytes * 1_000_000)
    throw refused('import.too-large', { path, params: { megabytes: maxImportMegabytes } });
  if (source.length === 0) throw refused('import.empty', { path });
  const outcome = await semaphore(owner, () => inProcess(source));
  if ('list' in outcome) return outcome.list;
  const { refusal } = outcome;
  const params = { ...refusal.params, megabytes: maxImportMegabytes };
  ensureAllowed({ ...refusal, path, params });
  throw refused('import.damaged', { path });
}

async function inProcess(source: Uint8Array | string): Promise<ListReading> {
  // V8's messages when it runs out of memory do not belong into our log.
  const child = startLimitedProcess(new URL('./read-process.ts', import.meta.url), [], limits, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    return await new Promise<ListReading>((resolve) => {
      const tooMuch = () => resolve({ refusal: refuse('import.damaged') });
      child.once('message', (reading: ListReading) => resolve(reading));
      // Out of memory, out of time, or a parser error: no list in any case.
      child.once('error', tooMuch);
      child.once('exit', tooMuch);
      child.send(source, (error) => error && tooMuch());
    });
  } finally {
    child.kill('SIGKILL');
  }
}
