// Reads a time report twice: first what its rows say about its format, then the rows. Yields the rows in pieces as JSON, at the end what
// was found out. Only questions that the rows leave open are asked, before any row is read.

import { createHash } from 'node:crypto';
import {
  findHistoryColumns,
  type HistoryColumns,
  type HistoryTool,
  isHeading,
  isReadable,
  toolOf,
} from '#domain/history-imports/columns.ts';
import { maxHistoryColumns, maxHistoryRows } from '#domain/history-imports/limits.ts';
import { type HistoryRow, readHistoryRow } from '#domain/history-imports/read-row.ts';
import { rowIdentity } from '#domain/history-imports/row-identity.ts';
import {
  type DateExample,
  dateOrderOf,
  exampleText,
  type HistoryFacts,
  isOrderCertain,
  lengthFormatOf,
  noFacts,
  noteRow,
} from '#domain/history-imports/sheet-facts.ts';
import type { DateOrder } from '#domain/history-imports/values.ts';
import type { ListLine } from '#domain/people-list.ts';
import { normalizeForSearch } from '#domain/search-text.ts';
import { Undecodable } from '../imports/undecodable.ts';
import type { SheetLines } from './sheet-lines.ts';

export type SheetQuestions = {
  /** Null: it follows from the rows. */
  dateOrder: DateOrder | null;
  /** Null: they are recognised by their headings. */
  columns: HistoryColumns | null;
  /** Place of a table in a ZIP with several. */
  entry: number | null;
};

type ColumnExample = { name: string; examples: string[] };

export type SheetOutcome =
  | { asks: 'columns'; columns: ColumnExample[]; recognised: HistoryColumns; headings: string }
  | { asks: 'date-order'; rows: number; examples: DateExample[] }
  | { asks: 'file'; files: string[] }
  | {
      tool: HistoryTool;
      rows: number;
      dateOrder: DateOrder | null;
      headings: string;
      ignored: { name: string; cells: number }[];
    };

type Heading = { line: number; cells: readonly string[]; columns: HistoryColumns };

/** The heading is searched in this many lines: there may be a title or a period above it. */
const maxHeadingLine = 20;
const maxExamples = 3;

export async function inspectSheet(lines: SheetLines, answers: SheetQuestions) {
  const first = await firstLines(lines);
  const heading = headingOf(first, answers.columns);
  if (heading === null) return { outcome: unknownColumns(first) };
  const facts = noFacts();
  for await (const row of rowsBelow(lines, heading)) {
    noteRow(facts, row, heading.columns);
    if (facts.rows > maxHistoryRows) throw new Undecodable('history-import.too-many-rows');
  }
  if (facts.rows === 0) throw new Undecodable('history-import.empty');
  const dateOrder = answers.dateOrder ?? dateOrderOf(facts);
  if (dateOrder === null) {
    const { ambiguous: rows, examples } = facts;
    return { outcome: { asks: 'date-order', rows, examples } as const };
  }
  return { found: { heading, facts, dateOrder } };
}

export type FoundSheet = { heading: Heading; facts: HistoryFacts; dateOrder: DateOrder };

export const outcomeOf = ({ heading, facts, dateOrder }: FoundSheet): SheetOutcome => ({
  tool: toolOf(heading.cells, heading.columns),
  rows: facts.rows,
  dateOrder: isOrderCertain(facts) ? null : dateOrder,
  headings: headingsKey(heading.cells),
  ignored: [...facts.filled].map(([index, cells]) => ({
    name: exampleText(heading.cells[index] ?? '') || String(index + 1),
    cells,
  })),
});

/** Under which the columns that somebody names are remembered. */
const headingsKey = (cells: readonly string[]): string =>
  sha256(JSON.stringify(cells.map((cell) => normalizeForSearch(cell.trim()))));

export type StoredHistoryRow = HistoryRow & { identity: string };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function* readHistoryRows(
  lines: SheetLines,
  { heading, facts, dateOrder }: FoundSheet,
): AsyncGenerator<StoredHistoryRow> {
  const { columns, cells: titles } = heading;
  const tool = toolOf(titles, columns);
  const lengthFormat = lengthFormatOf(facts, titles[columns.duration ?? -1] ?? '');
  const occurrences = new Map<string, number>();
  for await (const { line, cells } of rowsBelow(lines, heading)) {
    const row = readHistoryRow(cells, line, { columns, dateOrder, lengthFormat });
    yield { ...row, identity: rowIdentity(tool, row, { occurrences, hash: sha256 }) };
  }
}

async function firstLines(lines: SheetLines): Promise<ListLine[]> {
  const first: ListLine[] = [];
  for await (const line of lines()) {
    if (line.cells.length > maxHistoryColumns) throw new Undecodable('history-import.too-many-columns', line.line);
    if (isFilled(line.cells)) first.push(line);
    if (first.length === maxHeadingLine) break;
  }
  if (first.length === 0) throw new Undecodable('history-import.empty');
  return first;
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

/** With columns that the user named, the first line is the heading. */
function headingOf(first: readonly ListLine[], chosen: HistoryColumns | null): Heading | null {
  if (chosen !== null) {
    const [{ line, cells } = { line: 1, cells: [] }] = first;
    const isWithin = Object.values(chosen).every((index) => index < cells.length);
    if (!isWithin || !isReadable(chosen)) throw new Undecodable('history-import.no-such-column', line);
    return { line, cells, columns: chosen };
  }
  const found = first.find(({ cells }) => isHeading(findHistoryColumns(cells)));
  return found === undefined ? null : { ...found, columns: findHistoryColumns(found.cells) };
}

function unknownColumns(first: readonly ListLine[]): SheetOutcome {
  const [heading, ...rows] = first;
  const cells = heading?.cells ?? [];
  if (rows.length === 0 || cells.length < 2) throw new Undecodable('history-import.not-a-table');
  const columns = cells.map((cell, index) => ({
    name: exampleText(cell),
    examples: rows
      .map((row) => exampleText(row.cells[index] ?? ''))
      .filter((text) => text !== '')
      .slice(0, maxExamples),
  }));
  return { asks: 'columns', columns, recognised: findHistoryColumns(cells), headings: headingsKey(cells) };
}

/** A heading that is repeated, because files were joined, is not a row. */
async function* rowsBelow(lines: SheetLines, heading: Heading): AsyncGenerator<ListLine> {
  const same = heading.cells.join('\u0001');
  for await (const line of lines()) {
    if (line.line <= heading.line || !isFilled(line.cells)) continue;
    if (line.cells.length > maxHistoryColumns) throw new Undecodable('history-import.too-many-columns', line.line);
    if (line.cells.join('\u0001') !== same) yield line;
  }
}
