import { describe, expect, test } from 'vitest';
import { comparedRows } from './compared.ts';

const sums = (minutes: number) => ({
  items: 1,
  pendingItems: 1,
  approvedItems: 0,
  rejectedItems: 0,
  minutes,
  pendingMinutes: minutes,
  approvedMinutes: 0,
  expenses: minutes === 0 ? [{ amountMinor: 500, currency: 'EUR' }] : [],
  pendingExpenses: [],
  approvedExpenses: [],
  billableMinutes: minutes,
  billableExpenses: [],
});
const row = (name: string, minutes: number) => ({
  id: name,
  name,
  colour: null,
  kind: null,
  days: null,
  project: null,
  clientName: null,
  budget: null,
  isOpenable: true,
  ...sums(minutes),
});

describe('the rows of a breakdown', () => {
  test('are unchanged without comparison', () => {
    expect(comparedRows([row('Quay', 60)], undefined)).toEqual([row('Quay', 60)]);
  });

  test('contain the values of the previous period; zero hours differ from a missing row', () => {
    const [quay, travel, novel] = comparedRows(
      [row('Quay', 60), row('Travel', 30), row('Novel', 15)],
      [row('Travel', 0), row('Quay', 90)],
    );
    expect(quay).toMatchObject({ minutes: 60, was: { minutes: 90 } });
    expect(travel).toMatchObject({ minutes: 30, was: { minutes: 0, items: 1 } });
    expect(novel).toMatchObject({ minutes: 15, was: null });
  });

  test('include rows that exist only in the previous period, with zero sums', () => {
    const rows = comparedRows([row('Quay', 60)], [row('Quay', 60), row('Bridge', 45)]);
    expect(rows.map(({ name }) => name)).toEqual(['Quay', 'Bridge']);
    expect(rows[1]).toMatchObject({ isOpenable: true, items: 0, minutes: 0, expenses: [], was: { minutes: 45 } });
  });
});
