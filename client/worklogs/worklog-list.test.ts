import { describe, expect, test } from 'vitest';
import type { Worklog } from '#contract/worklogs.ts';
import { sumWorklogs } from '#domain/totals.ts';
import { sample } from '../worklog/sample-worklog.ts';
import { addToList, isInFilter, removeFromList, sortWorklogs, splitDays } from './worklog-list.ts';

const worklog = (id: string, rest: Partial<Worklog> = {}): Worklog =>
  sample({
    id,
    projectId: 'bridge',
    startsAt: '2026-11-16T02:00:00.000Z',
    endsAt: '2026-11-16T04:00:00.000Z',
    minutes: 120,
    submittedAt: '2026-11-16T05:00:00.000Z',
    ...rest,
  });

const taxi = worklog('taxi', {
  kind: 'expense',
  startsAt: null,
  endsAt: null,
  minutes: null,
  expense: { amountMinor: 5_000_000, currency: 'IDR' },
});
const afternoon = worklog('afternoon', { startsAt: '2026-11-16T06:00:00.000Z' });
const nextDay = worklog('next', { day: '2026-11-17', startsAt: '2026-11-17T02:00:00.000Z' });
const november = { from: '2026-11-01', to: '2026-11-30', clientIds: [], projectIds: [], statuses: [], tagIds: [] };

const listOf = (worklogs: Worklog[], items = worklogs.length, page = 1) => ({
  worklogs,
  totals: {
    items,
    minutes: sumWorklogs(worklogs).minutes,
    expenses: sumWorklogs(worklogs).expenses,
    pending: worklogs.length,
    approved: 0,
    rejected: 0,
    rejectedMinutes: 0,
    rejectedExpenses: [],
  },
  page,
  pageSize: 10,
  nextCursor: null,
});

test('days are in descending order, and worklogs of a day in chronological order with expenses last', () => {
  const rows = sortWorklogs([taxi, afternoon, worklog('morning'), nextDay]);
  expect(rows.map(({ id }) => id)).toEqual(['next', 'morning', 'afternoon', 'taxi']);
});

describe('a filter', () => {
  test.each([
    ['its days', {}, true],
    ['another month', { from: '2026-12-01', to: '2026-12-31' }, false],
    ['its project', { projectIds: ['bridge'] }, true],
    ['a client, as it has none', { clientIds: ['acme'] }, false],
    ['no client', { clientIds: ['none'] }, true],
    ['another project', { projectIds: ['office'] }, false],
    ['another status', { statuses: ['approved' as const] }, false],
  ])('of %s', (_, rest, isShown) => {
    expect(isInFilter(worklog('a'), { ...november, ...rest })).toBe(isShown);
  });
  test('keeps what has a client until the list is loaded again, because only its name is known', () => {
    expect(isInFilter(worklog('a', { clientName: 'Acme' }), { ...november, clientIds: ['acme'] })).toBe(true);
    expect(isInFilter(worklog('a', { clientName: 'Acme' }), { ...november, clientIds: ['none'] })).toBe(false);
  });
});

describe('a day that is split between pages', () => {
  test('is the last of a page with a next page', () => {
    expect(splitDays(listOf([nextDay, taxi], 12))).toEqual(['2026-11-16']);
  });
  test('is the first of a page with a previous page', () => {
    expect(splitDays(listOf([nextDay, taxi], 12, 2))).toEqual(['2026-11-17']);
  });
  test('does not exist on a single page', () => {
    expect(splitDays(listOf([nextDay, taxi]))).toEqual([]);
  });
});

describe('after saving', () => {
  test('a new worklog is inserted in order and added to the totals', () => {
    const list = addToList(listOf([nextDay, taxi]), afternoon, november);
    expect(list.worklogs.map(({ id }) => id)).toEqual(['next', 'afternoon', 'taxi']);
    expect(list.totals).toEqual({
      items: 3,
      minutes: 240,
      expenses: [{ amountMinor: 5_000_000, currency: 'IDR' }],
      pending: 3,
      approved: 0,
      rejected: 0,
      rejectedMinutes: 0,
      rejectedExpenses: [],
    });
  });

  test('a rejected worklog is added to the separate total', () => {
    const list = addToList(listOf([nextDay, taxi]), { ...afternoon, status: 'rejected' }, november);
    expect(list.totals).toMatchObject({ items: 3, minutes: 120, rejected: 1, rejectedMinutes: 120 });
  });

  test('a changed worklog is counted once', () => {
    const list = addToList(listOf([nextDay]), { ...nextDay, minutes: 60 }, november);
    expect(list.totals).toMatchObject({ items: 1, minutes: 60 });
  });

  test('a worklog that no longer matches the filter is removed', () => {
    const list = addToList(listOf([nextDay, taxi]), { ...nextDay, day: '2026-12-01' }, november);
    expect(list.worklogs).toEqual([taxi]);
    expect(list.totals.items).toBe(1);
  });

  test('a withdrawn worklog is removed, and one that was not shown changes nothing', () => {
    const list = listOf([nextDay, taxi]);
    expect(removeFromList(list, 'taxi').totals).toMatchObject({
      items: 1,
      expenses: [{ amountMinor: 0, currency: 'IDR' }],
    });
    expect(removeFromList(list, 'unknown')).toBe(list);
  });
});
