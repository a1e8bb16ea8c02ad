// Reads a time report in a separate process with limits of memory and time, so that this one keeps serving whatever the file contains.
// Rows are passed on as the JSON text in which they arrive.

import type { ChildProcess } from 'node:child_process';
import { maxHistoryColumns, maxHistoryMegabytes, maxHistoryRows } from '#domain/history-imports/limits.ts';
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
  const program = new URL('./read-process.ts', import.meta.url);
  const child = startLimitedProcess(program, [path, JSON.stringify(answers)], limits, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.on('error', () => undefined);
  child.stdout?.setEncoding('utf8');
  return child;
}
