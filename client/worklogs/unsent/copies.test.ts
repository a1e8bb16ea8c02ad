// What a copy of a worklog contains, before it is sent.

import { expect, test } from 'vitest';
import { sample } from '../../worklog/sample-worklog.ts';
import { copySources, isSelectedByDefault, isWaiting } from '../copies/sources.ts';
import { copiedOnto } from './copies.ts';
import { shownEntry, type UnsentEntry } from './entry.ts';

const task = {
  taskName: 'Masonry',
  projectId: 'p',
  projectName: 'Quay wall',
  clientName: null,
  colour: 'blue',
} as const;

const entry = (kind: 'timed' | 'expense', written: Partial<UnsentEntry['written']>) =>
  shownEntry(
    {
      format: 1,
      worklogId: 'w',
      intent: 'create',
      personId: 'wati',
      companyId: 'quay',
      companyName: 'Quay',
      timeZone: 'Asia/Jakarta',
      currency: 'IDR',
      queuedAt: 0,
      revision: 1,
      written: { taskId: 't', notes: 'Pumps', ...written },
      task: { ...task, kind },
      receipts: [{ key: 'k', uploadKey: 'u', name: 'a.png', type: 'image/png', bytes: 1, uploadedId: null }],
      version: null,
      sent: null,
      refusedCode: null,
    },
    { isSending: false, problem: null },
  );

test('a copy of a worklog of the server keeps its clock times, over midnight too, and no amount beside hours', () => {
  const night = sample({
    startsAt: '2026-11-16T15:00:00.000Z',
    endsAt: '2026-11-16T17:30:00.000Z',
    expense: { amountMinor: 1_500_000, currency: 'IDR' },
    tags: ['Night'],
    isBillable: false,
  });
  const copy = copiedOnto(night, '2026-12-01', 'Asia/Jakarta');
  expect(copy).toMatchObject({ start: '2026-12-01T22:00', end: '2026-12-02T00:30', zone: 'Asia/Jakarta' });
  expect(copy).toMatchObject({ taskId: 't1', notes: 'Cable trays', tags: ['Night'], isBillable: false });
  expect(Object.keys(copy)).not.toEqual(expect.arrayContaining(['amount']));
  expect(Object.keys(copy).filter((name) => /offset|day/i.test(name))).toEqual([]);
});

test('a copy of what waits has the content that waits, without receipts; an expense keeps its amount', () => {
  const timed = entry('timed', { start: '2026-11-16T22:00', end: '2026-11-17T00:30', amount: '15000' });
  expect(copiedOnto(timed, '2026-11-18', 'Asia/Jakarta')).toEqual({
    taskId: 't',
    notes: 'Pumps',
    zone: 'Asia/Jakarta',
    start: '2026-11-18T22:00',
    end: '2026-11-19T00:30',
  });
  const lengthOnly = entry('timed', { day: '2026-11-16', minutes: 90 });
  expect(copiedOnto(lengthOnly, '2026-11-18', 'Asia/Jakarta')).toMatchObject({ day: '2026-11-18', minutes: 90 });
  const expense = entry('expense', { day: '2026-11-16', amount: '15000' });
  expect(copiedOnto(expense, '2026-11-18', 'Asia/Jakarta')).toMatchObject({
    day: '2026-11-18',
    amount: '15000',
    currency: 'IDR',
  });
});

test('an amount is copied with its currency, which may be an earlier one of the company', () => {
  const waits = entry('expense', { day: '2026-11-16', amount: '15', currency: 'USD' });
  expect(copiedOnto(waits, '2026-11-18', 'Asia/Jakarta')).toMatchObject({ amount: '15', currency: 'USD' });
  const known = sample({
    kind: 'expense',
    startsAt: null,
    endsAt: null,
    expense: { amountMinor: 1_500, currency: 'EUR' },
  });
  expect(copiedOnto(known, '2026-11-18', 'Asia/Jakarta')).toMatchObject({ amount: '15.00', currency: 'EUR' });
});

test('what is offered of a day: what waits in place of what it changes, and nothing that is withdrawn or moved away', () => {
  const [kept, changed, moved, withdrawn] = ['kept', 'changed', 'moved', 'withdrawn'].map((id) => sample({ id }));
  const waits = (id: string, day: string, intent: UnsentEntry['intent']) => ({
    ...entry('timed', { day, minutes: 60 }),
    id,
    intent,
  });
  const entries = [
    waits('changed', '2026-11-16', 'change'),
    waits('moved', '2026-11-17', 'change'),
    waits('withdrawn', '2026-11-16', 'withdraw'),
    waits('new', '2026-11-16', 'create'),
    waits('running', '2026-11-16', 'start'),
  ];
  const worklogs = [kept, changed, moved, withdrawn].filter((one) => one !== undefined);
  const offered = copySources(worklogs, entries, '2026-11-16');
  expect(offered.map((one) => [one.id, isWaiting(one)])).toEqual([
    ['kept', false],
    ['changed', true],
    ['new', true],
  ]);
  expect(offered.every(isSelectedByDefault)).toBe(true);
  const unusual = [sample({ status: 'rejected' }), sample({ kind: 'expense' }), entry('expense', {})];
  const refused = { ...waits('new', '2026-11-16', 'create'), refusedCode: 'worklog.conflict' };
  expect([...unusual, refused].some(isSelectedByDefault)).toBe(false);
});
