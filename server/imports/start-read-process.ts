// Reads the people in an uploaded file or text, or returns a refusal that names the field. The work is done in a separate process
// with limits, so that this one keeps serving, and input that needs too much memory or time is refused.
// A thread is not sufficient: V8 ends the whole process if one array of a thread exceeds the thread's memory limit.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { maxImportMegabytes } from '#domain/imports.ts';
import type { PeopleList } from '#domain/people-list.ts';
import { refuse } from '#domain/reasons.ts';
import { lowerProcessPriority } from '../low-priority.ts';
import { createFairSemaphore, type SlotOwner } from '../request/fair-semaphore.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import type { ListReading } from './read-process.ts';

type Source = { file?: string | undefined; text?: string | undefined };

/** Processor time, so that a valid list is not refused on a busy machine. */
const maxCpuSeconds = 10;
/** For a process that hangs without using the processor, or where processor time cannot be limited. */
const maxReadingMs = 120_000;
const maxMemoryMb = 96;

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
  const child = start();
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

function start(): ChildProcess {
  const args = [`--max-old-space-size=${maxMemoryMb}`, fileURLToPath(new URL('./read-process.ts', import.meta.url))];
  const options: SpawnOptions = {
    env: {},
    serialization: 'advanced',
    // V8's messages when it runs out of memory do not belong into our log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: maxReadingMs,
    killSignal: 'SIGKILL',
  };
  if (process.platform === 'win32') return spawn(process.execPath, args, options);
  const limited = `ulimit -t ${maxCpuSeconds}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, ...args], options);
  lowerProcessPriority(child);
  return child;
}
