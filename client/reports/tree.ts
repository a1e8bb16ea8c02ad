// The breakdown as lines of a table: projects, their tasks, the workers on each, as far as they are opened.
// A line is known by the ids on the way to it, so that it is the same one after any answer of the server.

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
  /** From the top of this table down to the row. */
  ids: readonly string[];
  isOpenable: boolean;
  isOpen: boolean;
  /** It was there when the reader came, and is not in the filter any more. */
  isGone?: true;
};

/** Stands where the lines below an opened one will be. */
export type WaitingLine = Spot & { kind: 'waiting' | 'failed' };

export type Line = SumsLine | WaitingLine;

export type Branch = readonly ComparedRow[] | 'waiting' | 'failed';

export type SortColumn = 'name' | 'items' | 'approved' | 'pending' | 'rejected' | 'hours' | 'expenses';

export type Tree = {
  place: Place;
  /** Workers across all tasks stand in no tree. */
  of?: 'worker' | undefined;
  rows: readonly ComparedRow[];
  opened: ReadonlySet<string>;
  /** What stands below an opened line. */
  branchOf: (key: string) => Branch;
  sort: SortBy<SortColumn>;
  /** The company's. */
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

/** The level of the first lines: what the path has settled is no line. */
const topOf = ({ projectId, taskId }: Place): number => (projectId === undefined ? 0 : taskId === undefined ? 1 : 2);

/** The rows behind the sums of a line. */
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

/** Amounts of several currencies have no order; that of the company decides, and any other comes before none. */
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
 * What others change while somebody reads: lines keep their places with the new numbers in them, what has left the filter
 * stays and says so, and newcomers are counted and wait.
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
