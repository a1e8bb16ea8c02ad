// What the rows of a file say about its format, read before the rows themselves: the order of day and month, the unit and the decimal sign
// of lengths, and which columns are not read. Only what the rows leave open is asked.

import type { HistoryColumns } from './columns.ts';
import { maxHistoryExamples } from './questions.ts';
import {
  type DateOrder,
  type DecimalSign,
  type DurationUnit,
  decimalSignOf,
  durationUnits,
  type LengthFormat,
  readDuration,
  readEnd,
  readTime,
  unorderedDate,
} from './values.ts';

/** A row whose date can be read in both orders: its date and its other cells. */
export type DateExample = { line: number; date: string; row: string };

export type HistoryFacts = {
  rows: number;
  dayFirst: number;
  monthFirst: number;
  ambiguous: number;
  /** Some of them, with different dates. */
  examples: DateExample[];
  wholeLengths: number;
  otherLengths: number;
  /** Lengths by the sign that separates their decimals, as far as they show it. */
  decimalSigns: Record<DecimalSign, number>;
  longest: number;
  /** Whole lengths that are in this unit what lies between the times of their row. */
  agreeing: Record<DurationUnit, number>;
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
  decimalSigns: { ',': 0, '.': 0 },
  longest: 0,
  agreeing: { hours: 0, minutes: 0, seconds: 0 },
  filled: new Map(),
});

const maxExampleLength = 80;

/** A cell or a row as it is shown. */
export const exampleText = (text: string): string =>
  text.trim().slice(0, maxExampleLength).toWellFormed().replaceAll('\u0000', '');

type Line = { line: number; cells: readonly string[] };

export function noteRow(facts: HistoryFacts, { line, cells }: Line, columns: HistoryColumns): void {
  facts.rows += 1;
  noteDate(facts, { line, cells }, columns.day ?? columns.start ?? -1);
  noteLength(facts, cells, columns);
  const used = new Set(Object.values(columns));
  for (const [index, cell] of cells.entries())
    if (!used.has(index) && cell.trim() !== '') facts.filled.set(index, (facts.filled.get(index) ?? 0) + 1);
}

function noteDate(facts: HistoryFacts, { line, cells }: Line, column: number): void {
  const text = (cells[column] ?? '').trim();
  const date = unorderedDate(text);
  if (date === null) return;
  const { first, second } = date;
  if (first > 12 && second <= 12) facts.dayFirst += 1;
  else if (second > 12 && first <= 12) facts.monthFirst += 1;
  // The same number twice is the same day in both orders.
  else if (first <= 12 && first !== second) {
    facts.ambiguous += 1;
    if (facts.examples.length === maxHistoryExamples || facts.examples.some((other) => other.date === text)) return;
    const others = cells.filter((cell, index) => index !== column && cell.trim() !== '');
    facts.examples.push({ line, date: exampleText(text), row: exampleText(others.join(' · ')) });
  }
}

function noteLength(facts: HistoryFacts, cells: readonly string[], columns: HistoryColumns): void {
  const cell = (column: number | undefined) => (cells[column ?? -1] ?? '').trim();
  const text = cell(columns.duration);
  // A line of sums has no date; its length may be more than that of any day.
  if (text === '' || !/\d/.test(cell(columns.day ?? columns.start))) return;
  const sign = decimalSignOf(text);
  // "1,440" may be a whole number or not: neither its unit nor its sign follows from it.
  if (sign === 'unclear') return;
  if (sign !== null) facts.decimalSigns[sign] += 1;
  if (!/^\d+$/.test(text)) {
    facts.otherLengths += 1;
    return;
  }
  facts.wholeLengths += 1;
  facts.longest = Math.max(facts.longest, Number(text));
  const [start, end] = [readTime(cell(columns.start)), readEnd(cell(columns.end))];
  if (start === null || end === null) return;
  const elapsed = end < start ? end + 86_400 - start : end - start;
  for (const unit of durationUnits)
    if (elapsed > 0 && Math.abs((readDuration(text, { unit, decimalSign: null }) ?? 0) - elapsed) < 60)
      facts.agreeing[unit] += 1;
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

/** Of two signs the one that more lengths show. */
export function lengthFormatOf(facts: HistoryFacts, heading: string): LengthFormat {
  const { ',': commas, '.': points } = facts.decimalSigns;
  const decimalSign = commas > points ? ',' : points > commas ? '.' : null;
  return { unit: durationUnitOf(facts, heading), decimalSign };
}

/**
 * What the heading says; else what agrees with the times of most rows. Whole numbers without times that are more than the hours of a day are
 * minutes, and seconds (Kimai) if they are more than its minutes.
 */
export function durationUnitOf(facts: HistoryFacts, heading: string): DurationUnit {
  const { wholeLengths, otherLengths, longest, agreeing } = facts;
  if (/\b(?:min|mins|minut\p{L}*|menit)\b/iu.test(heading)) return 'minutes';
  if (/\b(?:sec|secs|second\p{L}*|sekund\p{L}*|detik)\b/iu.test(heading)) return 'seconds';
  if (wholeLengths === 0 || otherLengths > 0) return 'hours';
  const [most = 'hours'] = durationUnits.toSorted((one, other) => agreeing[other] - agreeing[one]);
  if (agreeing[most] > 0) return most;
  return longest > 1_440 ? 'seconds' : longest >= 300 ? 'minutes' : 'hours';
}
