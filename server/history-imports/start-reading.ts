// Reads a time report in a separate process with limits of memory and time, so that this one keeps serving whatever the file contains.
// Rows are passed on as the bytes in which they arrive: as strings they would stay in memory until the next complete garbage collection.

import type { ChildProcess } from 'node:child_process';
import {
  maxHistoryColumns,
  maxHistoryFiles,
  maxHistoryMegabytes,
  maxHistoryRows,
} from '#domain/history-imports/limits.ts';
import type { Refusal } from '#domain/reasons.ts';
import { startLimitedProcess } from '../limited-process.ts';
import { createFairSemaphore, type SlotOwner } from '../request/fair-semaphore.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import type { SheetOutcome, SheetQuestions } from './read-sheet.ts';

const limits = { memoryMb: 256, cpuSeconds: 90, durationMs: 240_000 };

const semaphore = createFairSemaphore({
  atOnce: 2,
  ofCompany: 1,
  waiting: { ofCompany: 4, ofPerson: 4, refusal: () => refused('history-import.busy', { params: { seconds: 5 } }) },
});

type Reading = SheetQuestions & {
  path: string;
  /** `json` is an array in UTF-8. */
  storeRows(json: Buffer): Promise<void>;
};

export const readHistoryFile = (owner: SlotOwner, reading: Reading): Promise<SheetOutcome> =>
  semaphore(owner, () => inProcess(reading));

type LastLine = { outcome: SheetOutcome } | { refusal: Refusal };

async function inProcess({ path, storeRows, ...answers }: Reading): Promise<SheetOutcome> {
  const child = start(path, answers);
  try {
    let last: LastLine | undefined;
    for await (const line of outputLines(child)) {
      if (line[0] === openingBracket) await storeRows(line);
      else last = JSON.parse(String(line));
    }
    if (last && 'outcome' in last) return last.outcome;
    if (last) ensureAllowed({ ...last.refusal, params: { ...limitParameters(last.refusal), ...last.refusal.params } });
    throw refused('history-import.damaged', { path: 'file' });
  } finally {
    child.kill('SIGKILL');
  }
}

const limitParameters = ({ code }: Refusal) => ({
  maximum: code === 'history-import.too-many-files' ? maxHistoryFiles : maxHistoryRows,
  columns: maxHistoryColumns,
  megabytes: maxHistoryMegabytes,
});

const openingBracket = '['.charCodeAt(0);
const newline = '\n'.charCodeAt(0);

/** Reads no further than its lines are used. */
async function* outputLines(child: ChildProcess): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const chunk of child.stdout ?? []) {
    const bytes: Buffer = chunk;
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      yield Buffer.concat([...parts, bytes.subarray(start, end)]);
      parts = [];
      start = end + 1;
    }
    parts.push(bytes.subarray(start));
  }
}

function start(path: string, answers: SheetQuestions): ChildProcess {
  const program = new URL('./read-process.ts', import.meta.url);
  const child = startLimitedProcess(program, [path, JSON.stringify(answers)], limits, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.on('error', () => undefined);
  return child;
}
