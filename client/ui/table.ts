// Types of tables: columns, rows, sorting, selection and grouping.

import type { ReactNode } from 'react';

export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers, money and durations. */
  align?: 'start' | 'end';
  /** Any CSS width. */
  width?: string;
  isSortable?: boolean;
  /** Below the value in the same cell; the rows can be sorted by it as well. */
  below?: { id: string; header: string } | undefined;
  /** Names of any length may break within words; other columns do not. */
  canBreak?: true;
  /** On a card: the heading, next to the heading, a line with its label (the default) or without, or not shown. */
  onCard?: 'title' | 'aside' | 'line' | 'bare-line' | 'hidden';
};

export type Sort = { column: string; direction: 'ascending' | 'descending' };

export type Selection<Row> = {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Accessible name of the row, for the checkbox: "Select Mon 16 Nov, Survey". */
  labelOf: (row: Row) => string;
  isSelectable?: (row: Row) => boolean;
};

/** Adjacent rows with the same key have a common heading, such as a day with its total. */
export type RowGrouping<Row> = { keyOf: (row: Row) => string; heading: (rows: readonly Row[]) => ReactNode };

export type DataTableProps<Row> = {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Enter or a click on the row. */
  onOpen?: (row: Row) => void;
  /** Prefetches what `onOpen` would show. */
  onPoint?: (row: Row) => void;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** On a card: below its lines (the default), or small ones in the corner. */
  actionsOnCard?: 'below' | 'corner';
  /** Cards stand beside each other where there is room. */
  hasShortCards?: boolean;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  selection?: Selection<Row>;
  grouping?: RowGrouping<Row>;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Identifies the request of the rows: when it changes, new rows reuse the elements of removed ones. */
  listKey?: string;
  /** First load: skeletons. */
  isLoading?: boolean;
  /** Placeholder rows are shown while others are loading. */
  isRefreshing?: boolean;
};

type RowGroup<Row> = { name: string; key: string; rows: Row[]; rendered: Row[] };

/** `rendered`: the rows to render, or null for all; the heading of a group gets all of its rows. */
export function groupsOf<Row>(
  rows: readonly Row[],
  grouping: RowGrouping<Row> | undefined,
  rendered: ReadonlySet<Row> | null,
): RowGroup<Row>[] {
  const groups: RowGroup<Row>[] = [];
  const times = new Map<string, number>();
  for (const row of rows) {
    const name = grouping ? grouping.keyOf(row) : 'all';
    let group = groups.at(-1);
    if (group?.name !== name) {
      const before = times.get(name) ?? 0;
      times.set(name, before + 1);
      group = { name, key: `${name} ${before}`, rows: [], rendered: [] };
      groups.push(group);
    }
    group.rows.push(row);
    if (!rendered || rendered.has(row)) group.rendered.push(row);
  }
  return groups;
}

export const hasRenderedRows = <Row>({ rendered }: RowGroup<Row>): boolean => rendered.length > 0;

export function withKeys(selected: ReadonlySet<string>, keys: readonly string[], isOn: boolean): Set<string> {
  const next = new Set(selected);
  for (const key of keys) {
    if (isOn) next.add(key);
    else next.delete(key);
  }
  return next;
}
