// The breakdown as flat lines of a tree table: projects, their tasks, and the workers on each, as far as they are expanded.
// The key of a line consists of the ids on the path to it, so that it stays the same after every response.

import type { SortBy } from '../ui/list-filters.ts';
import type { ComparedRow } from './compared.ts';
import type { Narrow, Place } from './filter.ts';
import { amountIn, rejectedMinutesOf } from './sums.ts';

const levels = ['project', 'task', 'worker'] as const;
export type Level = (typeof levels)[number];

type Spot = { key: string; depth: number; position: number; siblings: number };

export type SumsLine = Spot & {
  kind: 'sums';
  level: Level;
  row: ComparedRow;
  /** Ids from the root of this table down to the row. */
  ids: readonly string[];
  isOpenable: boolean;
  isOpen: boolean;
  /** Was shown before, but is no longer in the filter. */
  isGone?: true;
};

/** A placeholder for the children of an expanded line. */
export type WaitingLine = Spot & { kind: 'waiting' | 'failed' };

export type Line = SumsLine | WaitingLine;

export type Branch = readonly ComparedRow[] | 'waiting' | 'failed';

export type SortColumn = 'name' | 'items' | 'approved' | 'pending' | 'rejected' | 'hours' | 'expenses';

export type Tree = {
  place: Place;
  /** A flat table of workers across all tasks. */
  of?: 'worker' | undefined;
  rows: readonly ComparedRow[];
  opened: ReadonlySet<string>;
  /** The children of an expanded line. */
  branchOf: (key: string) => Branch;
  sort: SortBy<SortColumn>;
  /** Currency of the company. */
  currency: string;
};

export function linesOf(tree: Tree, rows = tree.rows, above: readonly string[] = []): Line[] {
  const depth = above.length + 1;
  const level = tree.of ?? levels[topOf(tree.place) + above.length] ?? 'worker';
  return inOrder(rows, tree).flatMap((row, index): Line[] => {
    const ids = [...above, row.id];
    const key = ids.join('/');
    const isOpenable = level !== 'worker' && row.isOpenable;
    const isOpen = isOpenable && tree.opened.has(key);
    const spot = { key, depth, position: index + 1, siblings: rows.length };
    const line: SumsLine = { ...spot, kind: 'sums', level, row, ids, isOpenable, isOpen };
    return isOpen ? [line, ...below(tree, line)] : [line];
  });
}

function below(tree: Tree, { key, depth, ids }: SumsLine): Line[] {
  const branch = tree.branchOf(key);
  if (typeof branch !== 'string') return linesOf(tree, branch, ids);
  return [{ key: `${key}/${branch}`, kind: branch, depth: depth + 1, position: 1, siblings: 1 }];
}

/** The level of the first lines, below project and task of the path. */
const topOf = ({ projectId, taskId }: Place): number => (projectId === undefined ? 0 : taskId === undefined ? 1 : 2);

/** The filter for the worklogs of a line. */
export function narrowOf({ ids, level }: Pick<SumsLine, 'ids' | 'level'>, place: Place): Narrow {
  if (level === 'worker' && ids.length === 1) return { workers: [...ids] };
  const known = [place.projectId, place.taskId].filter((id) => id !== undefined);
  const [projectId, taskId, workerId] = [...known, ...ids];
  return {
    ...(projectId !== undefined && place.projectId === undefined ? { projects: [projectId] } : {}),
    ...(taskId !== undefined && place.taskId === undefined ? { tasks: [taskId] } : {}),
    ...(workerId !== undefined ? { workers: [workerId] } : {}),
  };
}

/** Amounts are sorted by the company's currency; among equal ones, more currencies sort higher. */
export const inOrder = (
  rows: readonly ComparedRow[],
  { sort, currency }: Pick<Tree, 'sort' | 'currency'>,
): ComparedRow[] =>
  [...rows].sort((a, b) => {
    const order = ordered(a, b, sort.column, currency);
    return (sort.direction === 'ascending' ? order : -order) || byName(a, b) || a.id.localeCompare(b.id);
  });

const byName = (a: ComparedRow, b: ComparedRow): number => a.name.localeCompare(b.name, undefined, { numeric: true });

function ordered(a: ComparedRow, b: ComparedRow, column: SortColumn, currency: string): number {
  switch (column) {
    case 'name':
      return byName(a, b);
    case 'items':
      return a.items - b.items;
    case 'approved':
      return a.approvedMinutes - b.approvedMinutes;
    case 'pending':
      return a.pendingMinutes - b.pendingMinutes;
    case 'rejected':
      return rejectedMinutesOf(a) - rejectedMinutesOf(b);
    case 'hours':
      return a.minutes - b.minutes;
    case 'expenses':
      return amountIn(a.expenses, currency) - amountIn(b.expenses, currency) || a.expenses.length - b.expenses.length;
  }
}

/**
 * Keeps lines in place while the user reads: existing lines show new numbers, lines that left the filter are marked as gone,
 * and new lines are only counted.
 */
export function steadyLines(
  held: readonly Line[] | null,
  fresh: readonly Line[],
): { lines: readonly Line[]; newCount: number } {
  if (held === null) return { lines: fresh, newCount: 0 };
  const now = new Map(fresh.map((line) => [line.key, line]));
  const known = new Set(held.map(({ key }) => key));
  const lines = held.map((line): Line => {
    const { position, siblings } = line;
    const found = now.get(line.key);
    if (found) return { ...found, position, siblings };
    return line.kind === 'sums' ? { ...line, isGone: true } : line;
  });
  return { lines, newCount: fresh.filter(({ key }) => !known.has(key)).length };
}
