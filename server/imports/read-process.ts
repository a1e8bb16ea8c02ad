// The process that reads one list and is then killed, with limits of memory and time (start-read-process.ts): unpacking and parsing thousands
// of rows would otherwise block all other requests.

import { importRowsRefusal } from '#domain/imports.ts';
import { type PeopleList, parsePeopleList } from '#domain/people-list.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { decodeLines, linesOfText } from './decode.ts';
import { Undecodable } from './undecodable.ts';

export type ListReading = { list: PeopleList } | { refusal: Refusal };

async function read(source: unknown): Promise<ListReading> {
  try {
    const lines = source instanceof Uint8Array ? await decodeLines(source) : linesOfText(String(source));
    const list = parsePeopleList(lines);
    if (list === null) return { refusal: refuse(isBlank(lines) ? 'import.empty' : 'import.no-email-column') };
    const refusal = importRowsRefusal(list.people.length);
    return refusal ? { refusal } : { list };
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    const { code, line } = error;
    return { refusal: refuse(code, { params: { line } }) };
  }
}

const isBlank = (lines: Parameters<typeof parsePeopleList>[0]): boolean =>
  lines.every(({ cells }) => cells.every((cell) => cell.trim() === ''));

process.once('message', async (source) => process.send?.(await read(source)));
