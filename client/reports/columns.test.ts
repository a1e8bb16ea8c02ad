import { expect, test } from 'vitest';
import type { ReportRow } from '#contract/reports.ts';
import { budgetColumns } from './budget-column.tsx';
import { billableColumns, type TreeWidth, treeColumns } from './columns.tsx';

const totals = {
  items: 3,
  pendingItems: 1,
  approvedItems: 1,
  rejectedItems: 1,
  minutes: 90,
  pendingMinutes: 30,
  approvedMinutes: 30,
  expenses: [],
  pendingExpenses: [],
  approvedExpenses: [],
  billableMinutes: 0,
  billableExpenses: [],
};

const namesOf = (width: TreeWidth, rejectedItems: number) =>
  treeColumns(width, 'Project', { ...totals, rejectedItems }).map(({ id }) => id);

test('rejected hours have a column if there are any, so that the parts add up to the total', () => {
  expect(namesOf('full', 0)).toEqual(['name', 'share', 'items', 'approved', 'pending', 'hours', 'expenses']);
  expect(namesOf('full', 1)).toEqual([
    'name',
    'share',
    'items',
    'approved',
    'pending',
    'rejected',
    'hours',
    'expenses',
  ]);
});

test('the column of rejected hours replaces the count on narrow screens', () => {
  expect(namesOf('plain', 0)).toEqual(['name', 'items', 'approved', 'pending', 'hours']);
  expect(namesOf('plain', 1)).toEqual(['name', 'approved', 'pending', 'rejected', 'hours']);
  expect(namesOf('compact', 1)).toEqual(['name', 'hours']);
});

const row: ReportRow = {
  ...totals,
  id: 't',
  name: 'Structure',
  days: null,
  project: { id: 'p', name: 'Warehouse' },
  clientName: null,
  colour: null,
  kind: 'timed',
  budget: { measure: 'minutes', budget: 60, used: 30 },
  isOpenable: true,
};

test('the used budget of each task is the last column, on narrow screens instead of the count, and not on phones', () => {
  const columnsOf = (width: TreeWidth) =>
    treeColumns(width, 'Task', { ...totals, rejectedItems: 0 }, budgetColumns(['task', 'worker'], [row], 'IDR')).map(
      ({ id }) => id,
    );
  expect(columnsOf('full').slice(-2)).toEqual(['expenses', 'budget']);
  expect(columnsOf('plain')).toEqual(['name', 'approved', 'pending', 'hours', 'budget']);
  expect(columnsOf('compact')).toEqual(['name', 'hours']);
});

test('there is no column of budgets without a budget, nor for other rows than tasks', () => {
  expect(budgetColumns(['task'], [row, { ...row, budget: null }], 'IDR')).toHaveLength(1);
  expect(budgetColumns(['task'], [{ ...row, budget: null }], 'IDR')).toEqual([]);
  expect(budgetColumns(['project', 'task'], [row], 'IDR')).toEqual([]);
});

test('billable hours have a column where a company distinguishes; on narrow screens only if there are no budgets', () => {
  const last = billableColumns({ hasUnbillable: true });
  const budgets = budgetColumns(['task'], [row], 'IDR');
  const columnsOf = (width: TreeWidth, added: typeof last) =>
    treeColumns(width, 'Task', { ...totals, rejectedItems: 0 }, added).map(({ id }) => id);
  expect(billableColumns({ hasUnbillable: false })).toEqual([]);
  expect(columnsOf('full', [...last, ...budgets]).slice(-3)).toEqual(['expenses', 'billable', 'budget']);
  expect(columnsOf('plain', last)).toEqual(['name', 'approved', 'pending', 'hours', 'billable']);
  expect(columnsOf('plain', [...last, ...budgets])).toEqual(['name', 'approved', 'pending', 'hours', 'budget']);
  expect(columnsOf('compact', last)).toEqual(['name', 'hours']);
});
