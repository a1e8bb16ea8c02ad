import { describe, expect, test } from 'vitest';
import { closePeriodRefusal, nextPeriod, pendingCountRefusal } from './payroll.ts';

const facts = { today: '2026-11-20', lockedUntil: '2026-09-30' };

test('a period can be closed when it is over and ends after the closed ones', () => {
  expect(closePeriodRefusal('2026-10-31', facts)).toBeNull();
  expect(closePeriodRefusal('2026-11-19', facts)).toBeNull();
  expect(closePeriodRefusal('2026-11-20', facts)?.code).toBe('payroll.not-over');
  expect(closePeriodRefusal('2026-10-01', facts)).toBeNull();
  expect(closePeriodRefusal('2026-09-30', facts)).toMatchObject({
    code: 'payroll.already-closed',
    extra: { lockedUntil: '2026-09-30' },
  });
  expect(closePeriodRefusal('2001-01-01', { ...facts, lockedUntil: null })).toBeNull();
});

test('closing is refused if the number of pending worklogs has changed since it was shown', () => {
  expect(pendingCountRefusal(3, 3)).toBeNull();
  expect(pendingCountRefusal(2, 3)).toMatchObject({ code: 'payroll.pending-changed', extra: { pending: 3 } });
});

describe('the next period', () => {
  const begun = { today: '2026-11-23', lockedUntil: null, lastClosed: null, firstLoggedOn: '2026-01-05' };

  test('is the last month where nothing is locked yet, or the first with worklogs', () => {
    expect(nextPeriod(begun)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(nextPeriod({ ...begun, firstLoggedOn: '2026-11-05' })).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(nextPeriod({ ...begun, firstLoggedOn: null })).toBeNull();
  });

  test('follows the locked days up to the end of the month', () => {
    expect(nextPeriod({ ...begun, lockedUntil: '2026-10-31' })).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(nextPeriod({ ...begun, lockedUntil: '2026-11-10' })).toEqual({ from: '2026-11-11', to: '2026-11-30' });
    expect(nextPeriod({ ...begun, lockedUntil: '2026-11-30' }), 'not begun').toBeNull();
  });

  test('is a week or a fortnight where the last one was', () => {
    const weekly = { ...begun, lockedUntil: '2026-11-15', lastClosed: { from: '2026-11-09', to: '2026-11-15' } };
    expect(nextPeriod(weekly)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  });
});
