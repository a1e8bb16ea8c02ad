import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { m } from '#locales/messages.js';
import classes from './table.module.css';
import type { Sort, TableColumn } from './table.ts';

type Props = {
  column: Omit<TableColumn<never>, 'cell'>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
};

/** A column header; clicking a sortable one sorts, clicking again reverses the order. */
export function ColumnHeader({ column, sort, onSort }: Props) {
  const parts = column.below ? [column, column.below] : [column];
  const isSortedByBelow = column.below !== undefined && column.below.id === sort?.column;
  const width = column.width ? { width: column.width } : {};
  if (!column.isSortable || !onSort) {
    return (
      <th scope="col" data-align={column.align ?? 'start'} style={width}>
        {column.header}
      </th>
    );
  }
  return (
    <th
      scope="col"
      data-align={column.align ?? 'start'}
      style={width}
      // A direction would be understood as that of the column's own value.
      aria-sort={isSortedByBelow ? 'other' : sort?.column === column.id ? sort.direction : 'none'}
    >
      {parts.map(({ id, header }) => {
        const direction = sort?.column === id ? sort.direction : null;
        const Icon = direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
        return (
          <button
            key={id}
            type="button"
            aria-label={direction !== null && id !== column.id ? `${header}. ${sortedText(direction)}` : undefined}
            className={classes.sort}
            onClick={() => onSort({ column: id, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
            data-active={direction !== null}
          >
            {header}
            <Icon size={14} aria-hidden />
          </button>
        );
      })}
    </th>
  );
}

const sortedText = (direction: Sort['direction']): string =>
  direction === 'ascending' ? m.ui_sorted_up() : m.ui_sorted_down();
