// Formatting rows uses processor time of the process that serves all requests. While other companies are active, files are written in
// small chunks, one chunk of all files at a time, with pauses in which requests are served. The only active company does not
// wait.

import { setTimeout as sleep } from 'node:timers/promises';
import { isOnlyActiveCompany } from '../request/active-companies.ts';

/** About a millisecond of work, even in a workbook. */
const rowsPerChunk = 50;
const pauseMs = 4;

let last: Promise<unknown> = Promise.resolve();

export async function* yieldingBatches(companyId: string, batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const lines of batches) {
    if (isOnlyActiveCompany(companyId)) yield lines;
    else yield* inChunks(lines);
  }
}

async function* inChunks(lines: string[]): AsyncGenerator<string[]> {
  for (let at = 0; at < lines.length; at += rowsPerChunk) {
    last = last.then(() => sleep(pauseMs));
    await last;
    yield lines.slice(at, at + rowsPerChunk);
  }
}
