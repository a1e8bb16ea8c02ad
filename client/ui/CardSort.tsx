import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { m } from '#locales/messages.js';
import { IconButton } from './IconButton.tsx';
import { Select } from './Select.tsx';
import classes from './table.module.css';
import type { Sort, TableColumn } from './table.ts';

type Props = {
  columns: readonly Omit<TableColumn<never>, 'cell'>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
};

/** Sort order for cards, which have no column headers. */
export function CardSort({ columns, sort: { column, direction }, onSort }: Props) {
  const isUp = direction === 'ascending';
  const Icon = isUp ? ArrowUp : ArrowDown;
  return (
    <div className={classes.cardSort}>
      <span className="dimmed small" aria-hidden>
        {m.ui_sort_by()}
      </span>
      <Select
        size="small"
        aria-label={m.ui_sort_by()}
        value={column}
        options={columns.filter(({ isSortable }) => isSortable).map(({ id, header }) => ({ value: id, label: header }))}
        onChange={({ currentTarget }) => onSort({ column: currentTarget.value, direction })}
      />
      <IconButton
        variant="default"
        aria-label={isUp ? m.ui_sorted_up() : m.ui_sorted_down()}
        onClick={() => onSort({ column, direction: isUp ? 'descending' : 'ascending' })}
      >
        <Icon size={18} aria-hidden />
      </IconButton>
    </div>
  );
}
