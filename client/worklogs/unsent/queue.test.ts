// What follows on the server when an entry is discarded on the device.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseUnsent, type UnsentEntry } from './entry.ts';
import { asDiscarded } from './queue.ts';

function entryOf(format: 1 | 2, changes: Partial<UnsentEntry> = {}): UnsentEntry {
  const entry = parseUnsent(JSON.parse(readFileSync(`tests/unsent-formats/${format}.json`, 'utf8')));
  if (!entry) throw new Error('It is read.');
  return { ...entry, ...changes };
}

const sent = { key: 'k', revision: 1, request: { companyId: 'c', taskId: 't', notes: '' } };

test('nothing, if the server certainly does not have it', () => {
  expect(asDiscarded(entryOf(1))).toBeNull();
  expect(asDiscarded(entryOf(2))).toBeNull();
});

test('a new worklog that may be there is withdrawn, a change that may be there is reversed', () => {
  for (const mayBeThere of [{ sent }, { intent: 'change', version: 1 } as const])
    expect(asDiscarded(entryOf(1, mayBeThere))).toMatchObject({ intent: 'withdraw', refusedCode: null });
  const { unchanged } = entryOf(2);
  expect(asDiscarded(entryOf(2, { sent }))).toMatchObject({ intent: 'change', written: unchanged?.written });
});

test('a withdrawal that was refused is given up: the same would be refused again', () => {
  const approved = entryOf(1, { intent: 'change', version: 1, refusedCode: 'worklog.locked' });
  const withdrawal = asDiscarded(approved);
  expect(withdrawal).toMatchObject({ intent: 'withdraw', refusedCode: null });
  expect(asDiscarded({ ...approved, intent: 'withdraw', refusedCode: 'worklog.locked' })).toBeNull();
});
