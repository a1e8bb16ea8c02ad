// What the rows of a file say about its format, read before the rows themselves: the order of day and month, the unit of lengths, and
// which columns are not read. Only what the rows leave open is asked.

import type { HistoryColumns } from './columns.ts';
import { type DateOrder, type DurationUnit, unorderedDate } from './values.ts';

export type HistoryFacts = {
  rows: number;
  dayFirst: number;
  monthFirst: number;
  ambiguous: number;
  /** Some dates that can be read in both orders. */
  examples: string[];
  wholeLengths: number;
  otherLengths: number;
  longest: number;
  /** Index of a column → filled cells. */
  filled: Map<number, number>;
};

export const noFacts = (): HistoryFacts => ({
  rows: 0,
  dayFirst: 0,
  monthFirst: 0,
  ambiguous: 0,
  examples: [],
  wholeLengths: 0,
  otherLengths: 0,
  longest: 0,
  filled: new Map(),
});

const maxExamples = 5;

export function noteRow(facts: HistoryFacts, cells: readonly string[], columns: HistoryColumns): void {
  facts.rows += 1;
  noteDate(facts, (cells[columns.day ?? columns.start ?? -1] ?? '').trim());
  noteLength(facts, (cells[columns.duration ?? -1] ?? '').trim());
  const used = new Set(Object.values(columns));
  for (const [index, cell] of cells.entries())
    if (!used.has(index) && cell.trim() !== '') facts.filled.set(index, (facts.filled.get(index) ?? 0) + 1);
}

function noteDate(facts: HistoryFacts, text: string): void {
  const date = unorderedDate(text);
  if (date === null) return;
  const { first, second } = date;
  if (first > 12 && second <= 12) facts.dayFirst += 1;
  else if (second > 12 && first <= 12) facts.monthFirst += 1;
  // The same number twice is the same day in both orders.
  else if (first <= 12 && first !== second) {
    facts.ambiguous += 1;
    if (facts.examples.length < maxExamples && !facts.examples.includes(text)) facts.examples.push(text);
  }
}

function noteLength(facts: HistoryFacts, text: string): void {
  if (text === '') return;
  if (!/^\d+$/.test(text)) {
    facts.otherLengths += 1;
    return;
  }
  facts.wholeLengths += 1;
  facts.longest = Math.max(facts.longest, Number(text));
}

/** No date has two orders: days are written with the year first, or with dots. */
export const isOrderCertain = ({ dayFirst, monthFirst, ambiguous }: HistoryFacts): boolean =>
  dayFirst === 0 && monthFirst === 0 && ambiguous === 0;

/** Null: the rows do not say, and the user has to. */
export function dateOrderOf(facts: HistoryFacts): DateOrder | null {
  const { dayFirst, monthFirst } = facts;
  if (dayFirst > monthFirst) return 'day-month';
  if (monthFirst > dayFirst) return 'month-day';
  return isOrderCertain(facts) ? 'day-month' : null;
}

/** Whole numbers above any number of hours of a day are seconds (Kimai), or minutes where the heading says so. */
export function durationUnitOf({ wholeLengths, otherLengths, longest }: HistoryFacts, heading: string): DurationUnit {
  if (/min|menit/i.test(heading)) return 'minutes';
  return wholeLengths > 0 && otherLengths === 0 && longest >= 300 ? 'seconds' : 'hours';
}
