import { expect, test } from 'vitest';
import { closePeriodRefusal, pendingCountRefusal } from './payroll.ts';

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
