import { expect, test } from 'vitest';
import { type TreeWidth, treeColumns } from './columns.tsx';

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
};

const namesOf = (width: TreeWidth, rejectedItems: number) =>
  treeColumns(width, 'Project', { ...totals, rejectedItems }).map(({ id }) => id);

test('what was rejected has a column where there is any, so that the parts make the hours', () => {
  expect(namesOf('whole', 0)).toEqual(['name', 'share', 'items', 'approved', 'pending', 'hours', 'expenses']);
  expect(namesOf('whole', 1)).toEqual([
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

test('and takes the place of the count where there is no room for both', () => {
  expect(namesOf('plain', 0)).toEqual(['name', 'items', 'approved', 'pending', 'hours']);
  expect(namesOf('plain', 1)).toEqual(['name', 'approved', 'pending', 'rejected', 'hours']);
  expect(namesOf('folded', 1)).toEqual(['name', 'hours']);
});
