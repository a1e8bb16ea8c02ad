import { describe, expect, test } from 'vitest';
import type { ReportRow } from '#contract/reports.ts';
import { stableLines } from './stable-lines.ts';
import { type BreakdownTree, narrowTo, type SumsLine, sortRows, type TreeBranch, treeLines } from './tree.ts';

const rowOf = (name: string, fields: Partial<ReportRow> = {}): ReportRow => ({
  id: name.toLowerCase(),
  name,
  colour: null,
  kind: null,
  days: null,
  project: null,
  clientName: null,
  budget: null,
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
  billableMinutes: 60,
  billableExpenses: [],
  ...fields,
});

const byHours = { column: 'hours', direction: 'descending' } as const;
const branches = new Map<string, TreeBranch>([
  ['wharf', [rowOf('Piling'), rowOf('Survey', { minutes: 90 })]],
  ['wharf/piling', [rowOf('Wati')]],
]);

const treeOf = (fields: Partial<BreakdownTree>): BreakdownTree => ({
  subject: {},
  levels: ['project', 'task', 'worker'],
  range: { from: '2026-11-03', to: '2026-11-30' },
  company: { weekStartsOn: 1 },
  rows: [rowOf('Wharf'), rowOf('Tower', { minutes: 30 })],
  opened: new Set(),
  branchOf: (key) => branches.get(key) ?? 'loading',
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
      'loading',
    ]);
  });

  test('cannot be expanded on the last level', () => {
    const flat = treeOf({ levels: ['project'], opened: new Set(['wharf']) });
    expect(shown(flat)).toEqual([
      ['wharf', 1, 1, 2],
      ['tower', 1, 2, 2],
    ]);
  });
});

describe('the worklogs of a row', () => {
  const shape = treeOf({});

  test.each([
    [['project', 'task', 'worker'], ['p'], { projects: ['p'] }],
    [['project', 'task', 'worker'], ['p', 't', 'w'], { projects: ['p'], tasks: ['t'], workers: ['w'] }],
    [['client', 'project'], ['c', 'p'], { clients: ['c'], projects: ['p'] }],
    [['client', 'worker'], ['none', 'w'], { clients: ['none'], workers: ['w'] }],
    [['task', 'worker'], ['t', 'w'], { tasks: ['t'], workers: ['w'] }],
    [['worker'], ['w'], { workers: ['w'] }],
    [['status', 'worker'], ['pending', 'w'], { statuses: ['pending'], workers: ['w'] }],
    [['week'], ['2026-11-03'], { from: '2026-11-03', to: '2026-11-08' }],
    [['week', 'day'], ['2026-11-03', '2026-11-05'], { from: '2026-11-05', to: '2026-11-05' }],
    [['week', 'month'], ['2026-11-23', '2026-11-23'], { from: '2026-11-23', to: '2026-11-29' }],
    [['worker', 'month'], ['w', '2026-11-03'], { workers: ['w'], from: '2026-11-03', to: '2026-11-30' }],
  ] as const)('of %o, %o, are those of %o', (levels, ids, narrow) => {
    expect(narrowTo(ids, { ...shape, levels: [...levels] })).toEqual(narrow);
  });
});

describe('without a chosen order', () => {
  const usual = { sort: { column: 'usual', direction: 'descending' } as const, currency: 'IDR' };
  const namesOf = (group: 'worker' | 'day' | 'status', names: string[]) =>
    sortRows(
      names.map((name, index) => rowOf(name, { minutes: 60 * (index + 1) })),
      group,
      usual,
    ).map(({ name }) => name);

  test('names with most hours are first, and days and statuses are in their own order', () => {
    expect(namesOf('worker', ['Agus', 'Budi'])).toEqual(['Budi', 'Agus']);
    expect(namesOf('day', ['2026-11-02', '2026-11-01'])).toEqual(['2026-11-01', '2026-11-02']);
    expect(namesOf('status', ['rejected', 'approved', 'pending'])).toEqual(['pending', 'approved', 'rejected']);
  });
});

test('amounts are ordered in the currency of the company, never across two', () => {
  const inRupiah = (amountMinor: number) => ({ expenses: [{ amountMinor, currency: 'IDR' }] });
  const rows = [
    rowOf('None'),
    rowOf('Dollars', { expenses: [{ amountMinor: 999_999_999, currency: 'USD' }] }),
    rowOf('Little', inRupiah(100)),
    rowOf('Much', inRupiah(900)),
  ];
  const sorted = sortRows(rows, 'worker', { sort: { column: 'expenses', direction: 'descending' }, currency: 'IDR' });
  expect(sorted.map(({ name }) => name)).toEqual(['Much', 'Little', 'Dollars', 'None']);
});

test('lines are sorted by rejected hours, which are neither approved nor pending', () => {
  const rows = [rowOf('None', { minutes: 90, pendingMinutes: 30 }), rowOf('Half', { minutes: 90 })];
  const sorted = sortRows(rows, 'worker', { sort: { column: 'rejected', direction: 'descending' }, currency: 'IDR' });
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
