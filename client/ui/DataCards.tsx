import { m } from '#locales/messages.js';
import { Checkbox } from './Checkbox.tsx';
import { useProgressiveRows } from './progressive-rows.ts';
import { restoreRowFocus, rowFocusProps, useFocusedRow } from './restore-row-focus.ts';
import classes from './table.module.css';
import { type DataTableProps, groupsOf, hasRenderedRows, type TableColumn, withKeys } from './table.ts';

/** The rows of a table as cards, for narrow screens. */
export function DataCards<Row>(props: DataTableProps<Row>) {
  const { rows, grouping, keyOf, caption, isRefreshing, hasShortCards } = props;
  const { rendered } = useProgressiveRows(rows, { keyOf, estimatedRowHeight: 92 });
  useFocusedRow();
  return (
    <section
      ref={restoreRowFocus}
      {...rowFocusProps}
      aria-label={caption}
      data-refreshing={isRefreshing ?? false}
      data-short={hasShortCards}
      className={classes.cards}
    >
      {groupsOf(rows, grouping, rendered)
        .filter(hasRenderedRows)
        .map((group) => (
          <div key={group.key} className={classes.cardGroup}>
            {grouping && <div className={classes.cardHeading}>{grouping.heading(group.rows)}</div>}
            <ul>
              {group.rendered.map((row) => (
                <li key={keyOf(row)} className={classes.card} data-row={keyOf(row)}>
                  <RowCard row={row} {...props} />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  );
}

function RowCard<Row>(props: DataTableProps<Row> & { row: Row }) {
  const { row, columns, keyOf, onOpen, actions, actionsOnCard = 'below', selection } = props;
  const key = keyOf(row);
  const isSelected = selection?.selected.has(key) ?? false;
  const title = columns.find(({ onCard }) => onCard === 'title') ?? columns[0];
  const asides = columns.filter(({ onCard }) => onCard === 'aside');
  const lines = columns.filter((column) => column !== title && column.onCard !== 'aside' && column.onCard !== 'hidden');
  return (
    <>
      <div className={classes.cardTop}>
        {selection && (
          <Checkbox
            aria-label={m.ui_select({ row: selection.labelOf(row) })}
            checked={isSelected}
            disabled={!(selection.isSelectable?.(row) ?? true)}
            onChange={() => selection.onChange(withKeys(selection.selected, [key], !isSelected))}
          />
        )}
        <div className={classes.cardTitle}>
          {onOpen ? (
            <button type="button" onClick={() => onOpen(row)} className={classes.cardOpen}>
              {title?.cell(row)}
            </button>
          ) : (
            title?.cell(row)
          )}
        </div>
        {asides.map((column) => (
          <div key={column.id} className={classes.cardAside}>
            {column.cell(row)}
          </div>
        ))}
      </div>
      {lines.length > 0 && (
        <dl className={classes.cardLines}>
          {lines.map((column) => (
            <CardLine key={column.id} column={column} row={row} />
          ))}
        </dl>
      )}
      {actions && (
        <div className={actionsOnCard === 'corner' ? classes.cardCorner : classes.cardActions}>{actions(row)}</div>
      )}
    </>
  );
}

const CardLine = <Row,>({ column, row }: { column: TableColumn<Row>; row: Row }) => (
  <div>
    <dt className={column.onCard === 'bare-line' ? 'visually-hidden' : undefined}>{column.header}</dt>
    <dd>{column.cell(row)}</dd>
  </div>
);
