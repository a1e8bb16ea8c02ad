// The breakdown as flat lines of a tree table: the rows of the first level, and below each expanded row those of the next.
// The key of a line consists of the ids on the path to it, so that it stays the same after every response.

import { isTimeGroup, type ReportGroup } from '#domain/report-groups.ts';
import { bucketAround } from '#domain/report-ranges.ts';
import { statusPosition, worklogStatuses } from '#domain/worklogs.ts';
import type { SortBy } from '../ui/list-filters.ts';
import type { ComparedRow } from './compared.ts';
import type { NarrowedFilter } from './filter.ts';
import { amountInCurrency, rejectedMinutes } from './sums.ts';
import type { Report } from './use-report.ts';

type LinePosition = { key: string; depth: number; position: number; siblings: number };

export type SumsLine = LinePosition & {
  kind: 'sums';
  group: ReportGroup;
  row: ComparedRow;
  /** The filter for the worklogs of the line. */
  narrow: NarrowedFilter;
  isOpenable: boolean;
  isOpen: boolean;
  /** Was shown before, but is no longer in the filter. */
  isGone?: true;
};

/** A placeholder for the children of an expanded line. */
export type PlaceholderLine = LinePosition & { kind: 'loading' | 'failed' };

export type TreeLine = SumsLine | PlaceholderLine;

export type TreeBranch = readonly ComparedRow[] | 'loading' | 'failed';

export type SortColumn =
  | 'usual'
  | 'name'
  | 'items'
  | 'approved'
  | 'pending'
  | 'rejected'
  | 'hours'
  | 'expenses'
  | 'billable';

/** What the levels are, and what the days of their rows are. */
export type TreeShape = Pick<Report, 'levels' | 'range' | 'subject'> & { company: { weekStartsOn: number } };

export type BreakdownTree = TreeShape & {
  rows: readonly ComparedRow[];
  opened: ReadonlySet<string>;
  /** The children of an expanded line. */
  branchOf: (key: string) => TreeBranch;
  sort: SortBy<SortColumn>;
  /** Currency of the company. */
  currency: string;
};

export function treeLines(tree: BreakdownTree, rows = tree.rows, above: readonly string[] = []): TreeLine[] {
  const depth = above.length + 1;
  const group = tree.levels[above.length] ?? 'status';
  return sortRows(rows, group, tree).flatMap((row, index): TreeLine[] => {
    const ids = [...above, row.id];
    const key = ids.join('/');
    const isOpenable = depth < tree.levels.length;
    const isOpen = isOpenable && tree.opened.has(key);
    const linePosition = { key, depth, position: index + 1, siblings: rows.length };
    const narrow = narrowTo(ids, tree);
    const line: SumsLine = { ...linePosition, kind: 'sums', group, row, narrow, isOpenable, isOpen };
    return isOpen ? [line, ...childLines(tree, line, ids)] : [line];
  });
}

function childLines(tree: BreakdownTree, { key, depth }: SumsLine, ids: readonly string[]): TreeLine[] {
  const branch = tree.branchOf(key);
  if (typeof branch !== 'string') return treeLines(tree, branch, ids);
  return [{ key: `${key}/${branch}`, kind: branch, depth: depth + 1, position: 1, siblings: 1 }];
}

/** The filter for the worklogs of the row with these ids, from the first level down. */
export function narrowTo(ids: readonly string[], { levels, range, company }: TreeShape): NarrowedFilter {
  let narrow: NarrowedFilter = {};
  for (const [index, id] of ids.entries()) {
    const group = levels[index] ?? 'status';
    if (group === 'client') narrow = { ...narrow, clients: [id] };
    else if (group === 'project') narrow = { ...narrow, projects: [id] };
    else if (group === 'task') narrow = { ...narrow, tasks: [id] };
    else if (group === 'worker') narrow = { ...narrow, workers: [id] };
    else if (group === 'status') narrow = { ...narrow, statuses: worklogStatuses.filter((status) => status === id) };
    else narrow = { ...narrow, ...bucketAround(id, group, daysOf(narrow, range), company.weekStartsOn) };
  }
  return narrow;
}

const daysOf = ({ from, to }: NarrowedFilter, range: TreeShape['range']) => ({
  from: from ?? range.from,
  to: to ?? range.to,
});

/** Without a choice: most hours first, but days, weeks, months and statuses in their order. */
export function effectiveSort(sort: SortBy<SortColumn>, group: ReportGroup | undefined): SortBy<SortColumn> {
  if (sort.column !== 'usual') return sort;
  const isOrdered = group !== undefined && (isTimeGroup(group) || group === 'status');
  return isOrdered ? { column: 'name', direction: 'ascending' } : { column: 'hours', direction: 'descending' };
}

/** Amounts are sorted by the company's currency; among equal ones, more currencies sort higher. */
export const sortRows = (
  rows: readonly ComparedRow[],
  group: ReportGroup,
  { sort, currency }: Pick<BreakdownTree, 'sort' | 'currency'>,
): ComparedRow[] => {
  const { column, direction } = effectiveSort(sort, group);
  return [...rows].sort((a, b) => {
    const order = compareBy(a, b, column, currency);
    return (direction === 'ascending' ? order : -order) || compareNames(a, b) || a.id.localeCompare(b.id);
  });
};

/** Days by their ids, statuses in their order, names as people sort them. */
const compareNames = (a: ComparedRow, b: ComparedRow): number =>
  statusPosition(a.id) - statusPosition(b.id) || a.name.localeCompare(b.name, undefined, { numeric: true });

function compareBy(a: ComparedRow, b: ComparedRow, column: SortColumn, currency: string): number {
  switch (column) {
    case 'usual':
    case 'name':
      return compareNames(a, b);
    case 'items':
      return a.items - b.items;
    case 'approved':
      return a.approvedMinutes - b.approvedMinutes;
    case 'pending':
      return a.pendingMinutes - b.pendingMinutes;
    case 'rejected':
      return rejectedMinutes(a) - rejectedMinutes(b);
    case 'hours':
      return a.minutes - b.minutes;
    case 'billable':
      return a.billableMinutes - b.billableMinutes;
    case 'expenses':
      return (
        amountInCurrency(a.expenses, currency) - amountInCurrency(b.expenses, currency) ||
        a.expenses.length - b.expenses.length
      );
  }
}
