// What is typed or pasted into the timesheet: durations in every notation of the form, several in one line, or a block of a
// spreadsheet.

import { parseDuration } from '../../ui/duration-text.ts';

/** Longer texts are no hours of a week. */
export const maxPastedLength = 20_000;

const unit = /^(?:h|hours?|j|jam|m|min|minutes?|menit)$/i;
const endsWithHours = /\d ?(?:h|hours?|j|jam)$/i;
const minutesAfterHours = /^[0-5]?\d(?:m|min|minutes?|menit)?$/i;

/** "8 8 7:30" is three durations, "7 h 30 m" is one. */
export function splitLine(typed: string): string[] {
  const found: string[] = [];
  for (const word of typed.split(/[\s;]+/).filter((one) => one !== '')) {
    const last = found.at(-1);
    if (last !== undefined && continuesDuration(last, word)) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found;
}

const continuesDuration = (last: string, word: string): boolean =>
  (unit.test(word) && /\d$/.test(last)) || (endsWithHours.test(last) && minutesAfterHours.test(word));

/** The lines of a pasted text with their cells: of a spreadsheet separated by tabs, else by spaces. Empty cells stay empty. */
export function parseBlock(text: string): string[][] {
  const lines = text.slice(0, maxPastedLength).replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  return lines.map((line) => (line.includes('\t') ? line.split('\t').map(withoutQuotes) : splitLine(line)));
}

const withoutQuotes = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim();

/** A spreadsheet may show 0 as a dash. */
const noHours = /^\s*[-–—]?\s*$/;

/** What a cell says: nothing, minutes, or a text that is no duration. */
export type TypedHours = { state: 'empty' | 'unreadable' } | { state: 'read'; minutes: number };

export function readHours(typed: string): TypedHours {
  if (noHours.test(typed)) return { state: 'empty' };
  const minutes = parseDuration(typed);
  return minutes === null ? { state: 'unreadable' } : { state: 'read', minutes };
}
