// Fills cells of the timesheet from what was typed or pasted: to the right and downwards from one cell, or where a pasted table says.

import type { Position } from './navigation.ts';
import { placePasted } from './pasted-block.ts';
import { type Sheet, type SheetCell, typedChange } from './sheet.ts';
import { readHours } from './typed-hours.ts';

export type Filled = {
  /** The texts of cells by their key; '' clears what was typed before. */
  typed: Record<string, string>;
  filled: number;
  unreadable: readonly SheetCell[];
  /** Cells into which nothing can be typed. */
  closed: readonly SheetCell[];
  /** Values that would be beyond the last day or the last row, or on a task that is not in the timesheet. */
  outside: number;
};

/** Empty values leave their cells as they are. */
export function fillFrom(sheet: Sheet, from: Position, block: readonly (readonly string[])[]): Filled {
  const values = placePasted(sheet, from, block).map(({ text, row, column }) => ({
    text,
    cell: row === null || column === null ? undefined : sheet.rows[row]?.cells[column],
  }));
  const named = values.filter(({ text }) => readHours(text).state !== 'empty');
  const cells = named.flatMap(({ text, cell }) => (cell ? [{ text, cell }] : []));
  const open = cells.filter(({ cell }) => cell.closed === null);
  const unreadable = open.filter(({ text }) => readHours(text).state === 'unreadable').map(({ cell }) => cell);
  return {
    typed: Object.fromEntries(open.map(({ text, cell }) => [cell.key, typedChange(cell, text)])),
    filled: open.length - unreadable.length,
    unreadable,
    closed: cells.filter(({ cell }) => cell.closed !== null).map(({ cell }) => cell),
    outside: named.length - cells.length,
  };
}
