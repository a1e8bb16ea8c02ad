import { expect, test } from 'vitest';
import type { ProjectRow } from '#contract/projects.ts';
import { projectColumns } from './project-columns.tsx';

const row: ProjectRow = {
  id: 'p',
  name: 'Gudang Cikarang',
  clientId: null,
  clientName: null,
  code: 'GDC',
  colour: 'teal',
  startsOn: null,
  endsOn: null,
  openTasks: 2,
  minutes: 60,
  worstBudget: null,
  budgetMinutes: null,
  budgetMinor: null,
  canUpdate: true,
  isArchived: false,
};

const namesOf = (rows: readonly ProjectRow[], isNarrowTable: boolean, hasClients = false) =>
  projectColumns(rows, { isNarrowTable, hasClients, isGrouped: false }).map(({ id }) => id);

test('the period has a column if some project has one', () => {
  expect(namesOf([row], false)).toEqual(['name', 'openTasks', 'hours', 'budget']);
  expect(namesOf([row, { ...row, endsOn: '2026-12-31' }], false)).toContain('endsOn');
});

test('a narrow table leaves the room of period and tasks to the names', () => {
  expect(namesOf([{ ...row, startsOn: '2026-01-01' }], true)).toEqual(['name', 'hours', 'budget']);
});

test('the client has a column in a company that has clients', () => {
  expect(namesOf([row], false, true)).toEqual(['name', 'client', 'openTasks', 'hours', 'budget']);
  expect(namesOf([row], true, true)).toEqual(['name', 'hours', 'budget']);
});

test('a table grouped by client has no column of it, and is sorted by it in the column of names', () => {
  const grouped = projectColumns([row], { isNarrowTable: false, hasClients: true, isGrouped: true });
  expect(grouped.map(({ id }) => id)).toEqual(['name', 'openTasks', 'hours', 'budget']);
  expect(grouped[0]?.below?.id).toBe('client');
});

test('a narrow table is sorted by client in the column of names, in a company that has clients', () => {
  const belowName = (hasClients: boolean) =>
    projectColumns([row], { isNarrowTable: true, hasClients, isGrouped: true })[0]?.below?.id;
  expect([belowName(true), belowName(false)]).toEqual(['client', undefined]);
});
