// The process that reads one time report, with limits of memory and time (start-reading.ts): its arguments are the file and what was answered.
// Writes lines to its output: rows in JSON arrays, at the end an object with the outcome.

import { once } from 'node:events';
import { refuse } from '#domain/reasons.ts';
import { Undecodable } from '../imports/undecodable.ts';
import {
  inspectSheet,
  outcomeOf,
  readHistoryRows,
  type SheetOutcome,
  type SheetQuestions,
  type StoredHistoryRow,
} from './read-sheet.ts';
import { openSheet } from './sheet-lines.ts';

/** Longer strings would stay in the memory of the server until its next complete garbage collection. */
const maxPieceLength = 64_000;

const write = (value: unknown): Promise<void> => writeLine(JSON.stringify(value));

async function writeLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

async function read(path: string, answers: SheetQuestions): Promise<void> {
  const lines = await openSheet(path, answers.entry);
  if (Array.isArray(lines)) return write({ outcome: { asks: 'file', files: lines } satisfies SheetOutcome });
  const { outcome, found } = await inspectSheet(lines, answers);
  if (!found) return write({ outcome });
  let piece = '';
  for await (const row of readHistoryRows(lines, found)) {
    const json = JSON.stringify(row satisfies StoredHistoryRow);
    if (piece !== '' && piece.length + json.length > maxPieceLength) {
      await writeLine(`[${piece}]`);
      piece = '';
    }
    piece += piece === '' ? json : `,${json}`;
  }
  if (piece !== '') await writeLine(`[${piece}]`);
  return write({ outcome: outcomeOf(found) });
}

const [path = '', answers = '{}'] = process.argv.slice(2);
try {
  await read(path, JSON.parse(answers));
} catch (error) {
  if (!(error instanceof Undecodable)) throw error;
  const { code, line } = error;
  await write({ refusal: refuse(code, { path: 'file', params: { line } }) });
}
