// The breakdown as flat lines of a tree table: projects, their tasks, and the workers on each, as far as they are expanded.
// The key of a line consists of the ids on the path to it, so that it stays the same after every response.

import type { SortBy } from '../ui/list-filters.ts';
import type { ComparedRow } from './compared.ts';
import type { NarrowedFilter, ReportSubject } from './filter.ts';
import { amountInCurrency, rejectedMinutes } from './sums.ts';

const levels = ['project', 'task', 'worker'] as const;
export type TreeLevel = (typeof levels)[number];

type LinePosition = { key: string; depth: number; position: number; siblings: number };

export type SumsLine = LinePosition & {
  kind: 'sums';
  level: TreeLevel;
  row: ComparedRow;
  /** Ids from the root of this table down to the row. */
  ids: readonly string[];
  isOpenable: boolean;
  isOpen: boolean;
  /** Was shown before, but is no longer in the filter. */
  isGone?: true;
};

/** A placeholder for the children of an expanded line. */
export type PlaceholderLine = LinePosition & { kind: 'waiting' | 'failed' };

export type TreeLine = SumsLine | PlaceholderLine;

export type TreeBranch = readonly ComparedRow[] | 'waiting' | 'failed';

export type SortColumn = 'name' | 'items' | 'approved' | 'pending' | 'rejected' | 'hours' | 'expenses';

export type BreakdownTree = {
  subject: ReportSubject;
  /** A flat table of workers across all tasks. */
  of?: 'worker' | undefined;
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
  const level = tree.of ?? levels[topOf(tree.subject) + above.length] ?? 'worker';
  return sortRows(rows, tree).flatMap((row, index): TreeLine[] => {
    const ids = [...above, row.id];
    const key = ids.join('/');
    const isOpenable = level !== 'worker' && row.isOpenable;
    const isOpen = isOpenable && tree.opened.has(key);
    const linePosition = { key, depth, position: index + 1, siblings: rows.length };
    const line: SumsLine = { ...linePosition, kind: 'sums', level, row, ids, isOpenable, isOpen };
    return isOpen ? [line, ...childLines(tree, line)] : [line];
  });
}

function childLines(tree: BreakdownTree, { key, depth, ids }: SumsLine): TreeLine[] {
  const branch = tree.branchOf(key);
  if (typeof branch !== 'string') return treeLines(tree, branch, ids);
  return [{ key: `${key}/${branch}`, kind: branch, depth: depth + 1, position: 1, siblings: 1 }];
}

/** The level of the first lines, below project and task of the path. */
const topOf = ({ projectId, taskId }: ReportSubject): number =>
  projectId === undefined ? 0 : taskId === undefined ? 1 : 2;

/** The filter for the worklogs of a line. */
export function lineFilter({ ids, level }: Pick<SumsLine, 'ids' | 'level'>, subject: ReportSubject): NarrowedFilter {
  if (level === 'worker' && ids.length === 1) return { workers: [...ids] };
  const known = [subject.projectId, subject.taskId].filter((id) => id !== undefined);
  const [projectId, taskId, workerId] = [...known, ...ids];
  return {
    ...(projectId !== undefined && subject.projectId === undefined ? { projects: [projectId] } : {}),
    ...(taskId !== undefined && subject.taskId === undefined ? { tasks: [taskId] } : {}),
    ...(workerId !== undefined ? { workers: [workerId] } : {}),
  };
}

/** Amounts are sorted by the company's currency; among equal ones, more currencies sort higher. */
export const sortRows = (
  rows: readonly ComparedRow[],
  { sort, currency }: Pick<BreakdownTree, 'sort' | 'currency'>,
): ComparedRow[] =>
  [...rows].sort((a, b) => {
    const order = compareBy(a, b, sort.column, currency);
    return (sort.direction === 'ascending' ? order : -order) || compareNames(a, b) || a.id.localeCompare(b.id);
  });

const compareNames = (a: ComparedRow, b: ComparedRow): number =>
  a.name.localeCompare(b.name, undefined, { numeric: true });

function compareBy(a: ComparedRow, b: ComparedRow, column: SortColumn, currency: string): number {
  switch (column) {
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
    case 'expenses':
      return (
        amountInCurrency(a.expenses, currency) - amountInCurrency(b.expenses, currency) ||
        a.expenses.length - b.expenses.length
      );
  }
}
