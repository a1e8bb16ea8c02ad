// Writing rows takes processor time of the process that answers everybody. Beside other companies a file is written in small pieces,
// one piece of all files at a time, with a pause in which others are answered. A company that is alone waits for nobody.

import { setTimeout as sleep } from 'node:timers/promises';
import { isAlone } from '../request/active-companies.ts';

/** About a millisecond of work, also in a workbook. */
const rowsOfPiece = 50;
const pauseMs = 4;

let last: Promise<unknown> = Promise.resolve();

export async function* inTurns(companyId: string, batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const lines of batches) {
    if (isAlone(companyId)) yield lines;
    else yield* pieces(lines);
  }
}

async function* pieces(lines: string[]): AsyncGenerator<string[]> {
  for (let at = 0; at < lines.length; at += rowsOfPiece) {
    last = last.then(() => sleep(pauseMs));
    await last;
    yield lines.slice(at, at + rowsOfPiece);
  }
}
