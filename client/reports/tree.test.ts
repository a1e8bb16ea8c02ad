import { describe, expect, test } from 'vitest';
import type { ReportRow } from '#contract/reports.ts';
import { stableLines } from './stable-lines.ts';
import { type BreakdownTree, lineFilter, type SumsLine, sortRows, type TreeBranch, treeLines } from './tree.ts';

const rowOf = (name: string, fields: Partial<ReportRow> = {}): ReportRow => ({
  id: name.toLowerCase(),
  name,
  colour: null,
  kind: null,
  isOpenable: true,
  items: 1,
  pendingItems: 0,
  approvedItems: 1,
  rejectedItems: 0,
  minutes: 60,
  pendingMinutes: 0,
  approvedMinutes: 60,
  expenses: [],
  pendingExpenses: [],
  approvedExpenses: [],
  ...fields,
});

const byHours = { column: 'hours', direction: 'descending' } as const;
const branches = new Map<string, TreeBranch>([
  ['wharf', [rowOf('Piling'), rowOf('Survey', { minutes: 90 })]],
  ['wharf/piling', [rowOf('Wati')]],
]);

const treeOf = (fields: Partial<BreakdownTree>): BreakdownTree => ({
  subject: {},
  rows: [rowOf('Wharf'), rowOf('Tower', { minutes: 30 })],
  opened: new Set(),
  branchOf: (key) => branches.get(key) ?? 'waiting',
  sort: byHours,
  currency: 'IDR',
  ...fields,
});

const shown = (tree: BreakdownTree) =>
  treeLines(tree).map(({ key, depth, position, siblings }) => [key, depth, position, siblings]);

describe('the lines of a breakdown', () => {
  test('are projects, and below an expanded project its tasks and their workers', () => {
    expect(shown(treeOf({ opened: new Set(['wharf', 'wharf/piling', 'tower/never']) }))).toEqual([
      ['wharf', 1, 1, 2],
      ['wharf/survey', 2, 1, 2],
      ['wharf/piling', 2, 2, 2],
      ['wharf/piling/wati', 3, 1, 1],
      ['tower', 1, 2, 2],
    ]);
  });

  test('have a placeholder for children that are still loading', () => {
    expect(treeLines(treeOf({ opened: new Set(['tower']) })).map(({ kind }) => kind)).toEqual([
      'sums',
      'sums',
      'waiting',
    ]);
  });

  test('cannot be expanded without permission, nor below a worker', () => {
    const closed = treeOf({ rows: [rowOf('Wharf', { isOpenable: false })], opened: new Set(['wharf']) });
    expect(shown(closed)).toEqual([['wharf', 1, 1, 1]]);
    const workers = treeOf({
      subject: { projectId: 'p', taskId: 't' },
      rows: [rowOf('Wati')],
      opened: new Set(['wati']),
    });
    expect(treeLines(workers)).toMatchObject([{ level: 'worker', isOpenable: false }]);
  });
});

test.each([
  [{}, 'project', ['p'], { projects: ['p'] }],
  [{}, 'worker', ['p', 't', 'w'], { projects: ['p'], tasks: ['t'], workers: ['w'] }],
  [{ projectId: 'p' }, 'worker', ['t', 'w'], { tasks: ['t'], workers: ['w'] }],
  [{ projectId: 'p' }, 'worker', ['w'], { workers: ['w'] }],
  [{ projectId: 'p', taskId: 't' }, 'worker', ['w'], { workers: ['w'] }],
] as const)('in a report of %o the rows of a %s %o are those of %o', (subject, level, ids, narrow) => {
  expect(lineFilter({ ids, level }, subject)).toEqual(narrow);
});

test('amounts are ordered in the currency of the company, never across two', () => {
  const inRupiah = (amountMinor: number) => ({ expenses: [{ amountMinor, currency: 'IDR' }] });
  const rows = [
    rowOf('None'),
    rowOf('Dollars', { expenses: [{ amountMinor: 999_999_999, currency: 'USD' }] }),
    rowOf('Little', inRupiah(100)),
    rowOf('Much', inRupiah(900)),
  ];
  const sorted = sortRows(rows, { sort: { column: 'expenses', direction: 'descending' }, currency: 'IDR' });
  expect(sorted.map(({ name }) => name)).toEqual(['Much', 'Little', 'Dollars', 'None']);
});

test('lines are sorted by rejected hours, which are neither approved nor pending', () => {
  const rows = [rowOf('None', { minutes: 90, pendingMinutes: 30 }), rowOf('Half', { minutes: 90 })];
  const sorted = sortRows(rows, { sort: { column: 'rejected', direction: 'descending' }, currency: 'IDR' });
  expect(sorted.map(({ name }) => name)).toEqual(['Half', 'None']);
});

describe('stable lines', () => {
  const held = treeLines(treeOf({}));

  test('lines keep their positions and show new numbers', () => {
    const fresh = treeLines(treeOf({ rows: [rowOf('Wharf'), rowOf('Tower', { minutes: 900 })] }));
    expect(
      fresh.map(({ key }) => key),
      'without stable lines the order would change',
    ).toEqual(['tower', 'wharf']);
    const { lines, newCount } = stableLines(held, fresh);
    expect(lines.map((line) => [line.key, line.kind === 'sums' && line.row.minutes])).toEqual([
      ['wharf', 60],
      ['tower', 900],
    ]);
    expect(newCount).toBe(0);
  });

  test('lines that left the filter stay and are marked, new lines are counted', () => {
    const fresh = treeLines(treeOf({ rows: [rowOf('Wharf'), rowOf('Quay')] }));
    const { lines, newCount } = stableLines(held, fresh);
    expect(lines.map(({ key }) => key)).toEqual(['wharf', 'tower']);
    expect(lines.filter((line): line is SumsLine => line.kind === 'sums').map(({ isGone }) => isGone)).toEqual([
      undefined,
      true,
    ]);
    expect(newCount).toBe(1);
  });

  test('new lines appear at once without interaction', () => {
    const fresh = treeLines(treeOf({ rows: [rowOf('Quay')] }));
    expect(stableLines(null, fresh)).toEqual({ lines: fresh, newCount: 0 });
  });
});
