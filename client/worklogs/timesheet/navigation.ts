// Where the keys of a spreadsheet lead in the timesheet.

/** Rows and columns count from 0. */
export type Position = { row: number; column: number };
export type Size = { rows: number; columns: number };

export type PressedKey = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** The next position; the same one at an edge, null if the key leaves the table or does not move. */
export function nextPosition({ row, column }: Position, pressed: PressedKey, size: Size): Position | null {
  const back = pressed.shiftKey;
  switch (pressed.key) {
    case 'ArrowUp':
      return within({ row: row - 1, column }, size);
    case 'ArrowDown':
      return within({ row: row + 1, column }, size);
    case 'ArrowLeft':
      return within({ row, column: column - 1 }, size);
    case 'ArrowRight':
      return within({ row, column: column + 1 }, size);
    case 'Enter':
      return within({ row: row + (back ? -1 : 1), column }, size);
    case 'Home':
      return { row: pressed.ctrlKey || pressed.metaKey ? 0 : row, column: 0 };
    case 'End':
      return { row: pressed.ctrlKey || pressed.metaKey ? size.rows - 1 : row, column: size.columns - 1 };
    case 'Tab':
      return byTab(row * size.columns + column + (back ? -1 : 1), size);
    default:
      return null;
  }
}

const within = ({ row, column }: Position, { rows, columns }: Size): Position => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
});

/** From the end of a row to the next one; before the first and after the last cell the focus leaves the table. */
const byTab = (index: number, { rows, columns }: Size): Position | null =>
  index < 0 || index >= rows * columns ? null : { row: Math.floor(index / columns), column: index % columns };
