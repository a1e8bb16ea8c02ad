// What a release stores, later ones read and send: tests/unsent-formats/ has an example of each format, and none is ever changed.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseUnsent, shownEntry, submissionOf } from './entry.ts';
import { asWithdrawal } from './queue.ts';

const stored = (format: number): unknown => JSON.parse(readFileSync(`tests/unsent-formats/${format}.json`, 'utf8'));

const shown = (value: unknown) => {
  const entry = parseUnsent(value);
  return entry && shownEntry(entry, { isSending: false, problem: null });
};

test('an entry of the first format is read, and shown like a worklog', () => {
  expect(shown(stored(1))).toMatchObject({
    id: '019abc00-0000-7000-8000-000000000001',
    day: '2026-11-16',
    startsAt: '2026-11-16T15:00:00.000Z',
    endsAt: '2026-11-16T17:30:00.000Z',
    minutes: 150,
    expense: { amountMinor: 1_500_000, currency: 'IDR' },
    taskName: 'Masonry',
  });
});

test('an entry of the second format is a change of a worklog, with what it was like before', () => {
  expect(shown(stored(2))).toMatchObject({
    intent: 'change',
    version: 3,
    minutes: 90,
    unchanged: { written: { minutes: 60 }, task: { taskName: 'Masonry' } },
  });
});

test('an amount is sent and shown in the currency in which it was typed: of earlier releases, that of the company then', () => {
  const entry = parseUnsent(stored(1));
  if (!entry) throw new Error('It is read.');
  expect(submissionOf(entry)).toMatchObject({ amount: '15000', currency: 'IDR' });
  const inDollars = { ...entry, written: { ...entry.written, amount: '15', currency: 'USD' } };
  expect(submissionOf(inDollars)).toMatchObject({ amount: '15', currency: 'USD' });
  expect(shown(inDollars)).toMatchObject({ expense: { amountMinor: 1_500, currency: 'USD' }, expenseBefore: null });
  expect(submissionOf({ ...entry, written: { ...entry.written, amount: '' } })).not.toHaveProperty('currency');
  const changed = { ...entry, unchanged: { ...entry, written: inDollars.written } };
  expect(shown(changed)).toMatchObject({
    expense: { currency: 'IDR' },
    expenseBefore: { amountMinor: 1_500, currency: 'USD' },
  });
});

test('an entry of the third format is a timer that runs on the device', () => {
  expect(shown(stored(3))).toMatchObject({
    intent: 'start',
    day: '2026-11-16',
    startsAt: '2026-11-16T01:30:07.000Z',
    endsAt: null,
    minutes: null,
    taskName: 'Masonry',
  });
});

test('an entry of the fourth format is a worklog that is no longer on the server', () => {
  expect(shown(stored(4))).toMatchObject({ intent: 'lost', minutes: 150, lostReceipts: 2, taskName: 'Masonry' });
});

test('one of a timer that was discarded and may be refused has its day too', () => {
  const entry = parseUnsent(stored(3));
  if (!entry) throw new Error('It is read.');
  expect(shown(asWithdrawal(entry))).toMatchObject({ intent: 'withdraw', day: '2026-11-16', minutes: null });
});

test('what a later release has stored, or nobody, is left alone', () => {
  for (const value of [{ ...Object(stored(1)), format: 5 }, { format: 1 }, null, 'text', []])
    expect(parseUnsent(value)).toBeNull();
});
