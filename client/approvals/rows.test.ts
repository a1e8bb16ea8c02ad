import { describe, expect, test } from 'vitest';
import { sumWorklogs } from '#domain/totals.ts';
import { sample } from '../worklog/sample-worklog.ts';
import { sortByWorker, withOptimisticDecisions } from './rows.ts';
import { currentSelection, decidableWorklogs, hasChangedSinceSelected, isSelectable, selectRows } from './selection.ts';

const a = sample({ id: 'a' });
const b = sample({ id: 'b', workerId: 'p2', workerName: 'Wayan Sudarma' });
const c = sample({ id: 'c' });
const row = (worklog: typeof a, isGone = false) => ({ worklog, isGone });

describe('the rows of a list', () => {
  test('shows own decisions before the server has answered', () => {
    const optimistic = new Map([['a', 'approve' as const]]);
    expect(withOptimisticDecisions([row(a), row(b)], optimistic, 'pending')).toEqual([row(b)]);
    expect(withOptimisticDecisions([row(a)], optimistic, 'all')[0]?.worklog.status).toBe('approved');
  });

  test('is sorted by worker and keeps the order of each worker’s worklogs', () => {
    expect(sortByWorker([row(b), row(a), row(c)]).map(({ worklog }) => worklog.id)).toEqual(['a', 'c', 'b']);
  });

  test('sums hours, and money by currency', () => {
    const expense = (amountMinor: number, currency: string) =>
      sample({ minutes: null, expense: { amountMinor, currency } });
    expect(sumWorklogs([a, expense(500, 'USD'), expense(100, 'IDR'), expense(200, 'IDR')])).toEqual({
      count: 4,
      minutes: 180,
      expenses: [
        { amountMinor: 300, currency: 'IDR' },
        { amountMinor: 500, currency: 'USD' },
      ],
    });
  });
});

describe('the selection', () => {
  test('remembers the version that was shown', () => {
    expect([...selectRows(new Set(['a']), [row(a), row(b)])]).toEqual([['a', 1]]);
  });

  test('drops worklogs that changed or disappeared since', () => {
    const selected = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    const changed = row({ ...a, version: 2 });
    expect(currentSelection(selected, [changed, row(b)]).map(({ id }) => id)).toEqual(['b']);
    expect(currentSelection(selected, [row(b, true)])).toEqual([]);
    expect(hasChangedSinceSelected(selected, changed)).toBe(true);
    expect(hasChangedSinceSelected(selected, row(b))).toBe(false);
  });

  test('accepts only worklogs that can be decided', () => {
    const own = { approve: 'worklog.own', reject: 'worklog.own', reopen: 'worklog.own' } as const;
    expect(isSelectable(row(a))).toBe(true);
    expect(isSelectable(row(a, true))).toBe(false);
    expect(isSelectable(row({ ...a, actions: { ...a.actions, ...own } }))).toBe(false);
  });

  test('counts the worklogs to which a decision applies', () => {
    const approved = { ...b, actions: { ...b.actions, approve: 'worklog.not-pending' as const } };
    expect(decidableWorklogs([a, approved], 'approve')).toEqual([a]);
  });
});
