import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { m } from '#locales/messages.js';
import { Checkbox } from './Checkbox.tsx';
import { ColumnHeader } from './ColumnHeader.tsx';
import { DataCards } from './DataCards.tsx';
import { prefetchOnHover } from './prefetch-on-hover.ts';
import { useProgressiveRows } from './progressive-rows.ts';
import { useRecycledKeys } from './recycled-keys.ts';
import { restoreRowFocus, rowFocusProps, useFocusedRow } from './restore-row-focus.ts';
import { SkeletonRows } from './states.tsx';
import classes from './table.module.css';
import { type DataTableProps, groupsOf, hasRenderedRows, type TableColumn, withKeys } from './table.ts';
import { useIsNarrow } from './width.ts';

/**
 * A table with sortable headers, selection, and groups with totals. Arrow keys move between rows, Enter opens, Space selects.
 * On narrow screens each row is a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useIsNarrow();
  if (props.isLoading) return <SkeletonRows height={isNarrow ? 88 : 40} />;
  if (props.rows.length === 0) return props.empty;
  return isNarrow ? <DataCards {...props} /> : <Rows {...props} />;
}

function Rows<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, actions, sort = null, onSort, selection, grouping, isRefreshing } = props;
  const { rendered, renderAll } = useProgressiveRows(rows, {
    keyOf,
    estimatedRowHeight: 44,
    groupOf: grouping?.keyOf,
  });
  const groups = groupsOf(rows, grouping, rendered);
  const listKey = isRefreshing ? undefined : props.listKey;
  const rowKey = useRecycledKeys(rows.map(keyOf), listKey);
  const headingKey = useRecycledKeys(
    groups.map(({ key }) => key),
    listKey,
  );
  // Roving tabindex: one row and its checkbox are in the tab order, the first until another one had the focus.
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const tabStop = rows.find((row) => keyOf(row) === focusedKey) ?? rows[0];
  useFocusedRow();
  const focus = (event: FocusEvent<HTMLElement>) => {
    rowFocusProps.onFocus(event);
    if (rendered) renderAll();
    if (event.target.dataset.row) setFocusedKey(event.target.dataset.row);
  };
  const width = columns.length + (selection ? 1 : 0) + (actions ? 1 : 0);
  return (
    <div className={classes.scroller}>
      <table className={classes.table} data-refreshing={isRefreshing ?? false}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.check}>
                <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHeader key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th scope="col" className={classes.actions}>
                <span className="visually-hidden">{m.ui_actions()}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={restoreRowFocus} {...rowFocusProps} onFocus={focus} onKeyDown={moveBetweenRows}>
          {groups.filter(hasRenderedRows).flatMap((group) => [
            grouping && (
              <tr key={`of ${headingKey(group.key)}`} className={classes.groupRow}>
                <th scope="rowgroup" colSpan={width}>
                  {grouping.heading(group.rows)}
                </th>
              </tr>
            ),
            ...group.rendered.map((row) => (
              <DataRow key={rowKey(keyOf(row))} row={row} {...props} isTabStop={row === tabStop} />
            )),
          ])}
        </tbody>
      </table>
    </div>
  );
}

function DataRow<Row>({
  row,
  columns,
  keyOf,
  onOpen,
  onPoint,
  actions,
  selection,
  isTabStop,
}: DataTableProps<Row> & { row: Row; isTabStop: boolean }) {
  const key = keyOf(row);
  const isSelected = selection?.selected.has(key) ?? false;
  const isSelectable = selection?.isSelectable?.(row) ?? true;
  const select = () => selection?.onChange(withKeys(selection.selected, [key], !isSelected));
  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && onOpen) onOpen(row);
    else if (event.key === ' ' && selection && isSelectable) select();
    else return;
    event.preventDefault();
  };
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, label, [popover]');
    if (!isOnControl) onOpen?.(row);
  };
  return (
    <tr
      className={classes.row}
      data-row={key}
      data-openable={onOpen !== undefined}
      aria-selected={selection ? isSelected : undefined}
      tabIndex={onOpen || selection ? (isTabStop ? 0 : -1) : undefined}
      onKeyDown={press}
      onClick={open}
      {...(onPoint && prefetchOnHover(() => onPoint(row)))}
    >
      {selection && (
        <td className={classes.check}>
          <Checkbox
            aria-label={m.ui_select({ row: selection.labelOf(row) })}
            checked={isSelected}
            disabled={!isSelectable}
            tabIndex={isTabStop ? 0 : -1}
            onChange={select}
          />
        </td>
      )}
      {columns.map((column) => (
        <TableCell key={column.id} column={column} row={row} />
      ))}
      {actions && <td className={classes.actions}>{actions(row)}</td>}
    </tr>
  );
}

const TableCell = <Row,>({ column, row }: { column: TableColumn<Row>; row: Row }) => (
  <td data-align={column.align ?? 'start'} data-names={column.canBreak}>
    {column.cell(row)}
  </td>
);

function SelectAll<Row>({
  rows,
  keyOf,
  selection,
}: Pick<DataTableProps<Row>, 'rows' | 'keyOf'> & {
  selection: NonNullable<DataTableProps<Row>['selection']>;
}) {
  const keys = rows.filter((row) => selection.isSelectable?.(row) ?? true).map(keyOf);
  const count = keys.filter((key) => selection.selected.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  return (
    <Checkbox
      aria-label={m.ui_select_all()}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={keys.length === 0}
      onChange={() => selection.onChange(withKeys(selection.selected, keys, !isAll))}
    />
  );
}

/** Moves the focus by the arrow keys, Home and End. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLTableRowElement)) return;
  const rows = [...currentTarget.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
  const next = rowAt(event.key, rows, rows.indexOf(target));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function rowAt(key: string, rows: readonly HTMLTableRowElement[], index: number) {
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1];
    case 'ArrowUp':
      return rows[index - 1];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    default:
      return undefined;
  }
}
