// Reads a time report in a separate process with limits of memory and time, so that this one keeps serving whatever the file contains.
// Rows are passed on as the JSON text in which they arrive.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { maxHistoryColumns, maxHistoryMegabytes, maxHistoryRows } from '#domain/history-imports/limits.ts';
import type { Refusal } from '#domain/reasons.ts';
import { lowerProcessPriority } from '../low-priority.ts';
import { createFairSemaphore, type SlotOwner } from '../request/fair-semaphore.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import type { SheetOutcome, SheetQuestions } from './read-sheet.ts';

const maxCpuSeconds = 90;
const maxReadingMs = 240_000;
const maxMemoryMb = 256;

const semaphore = createFairSemaphore({
  atOnce: 2,
  ofCompany: 1,
  waiting: { ofCompany: 4, ofPerson: 4, refusal: () => refused('history-import.busy', { params: { seconds: 5 } }) },
});

type Reading = SheetQuestions & { path: string; storeRows(json: string): Promise<void> };

export const readHistoryFile = (owner: SlotOwner, reading: Reading): Promise<SheetOutcome> =>
  semaphore(owner, () => inProcess(reading));

type LastLine = { outcome: SheetOutcome } | { refusal: Refusal };

async function inProcess({ path, storeRows, ...answers }: Reading): Promise<SheetOutcome> {
  const child = start(path, answers);
  try {
    let last: LastLine | undefined;
    for await (const line of outputLines(child)) {
      if (line.startsWith('[')) await storeRows(line);
      else last = JSON.parse(line);
    }
    if (last && 'outcome' in last) return last.outcome;
    const params = { maximum: maxHistoryRows, columns: maxHistoryColumns, megabytes: maxHistoryMegabytes };
    if (last) ensureAllowed({ ...last.refusal, params: { ...params, ...last.refusal.params } });
    throw refused('history-import.damaged', { path: 'file' });
  } finally {
    child.kill('SIGKILL');
  }
}

/** Reads no further than its lines are used. */
async function* outputLines(child: ChildProcess): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of child.stdout ?? []) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function start(path: string, answers: SheetQuestions): ChildProcess {
  const program = fileURLToPath(new URL('./read-process.ts', import.meta.url));
  const args = [`--max-old-space-size=${maxMemoryMb}`, program, path, JSON.stringify(answers)];
  const options: SpawnOptions = {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: maxReadingMs,
    killSignal: 'SIGKILL',
  };
  const child =
    process.platform === 'win32'
      ? spawn(process.execPath, args, options)
      : spawn('/bin/sh', ['-c', `ulimit -t ${maxCpuSeconds}; exec "$0" "$@"`, process.execPath, ...args], options);
  child.on('error', () => undefined);
  child.stdout?.setEncoding('utf8');
  if (process.platform !== 'win32') lowerProcessPriority(child);
  return child;
}
