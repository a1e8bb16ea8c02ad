// What becomes of a timer that runs on the device when it is stopped there.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NetworkError } from '../../api.ts';
import { serverNow } from '../../clock.ts';
import { parseUnsent, type UnsentEntry } from './entry.ts';
import { asWorklog, timerParts } from './timers.tsx';

function running(timer: Partial<NonNullable<UnsentEntry['timer']>> = {}): UnsentEntry {
  const entry = parseUnsent(JSON.parse(readFileSync('tests/unsent-formats/3.json', 'utf8')));
  if (!entry?.timer) throw new Error('It is a timer.');
  return { ...entry, timer: { ...entry.timer, ...timer } };
}

const stoppedAt = new Date('2026-11-16T03:15:59Z');
const measured = { start: '2026-11-16T08:30', end: '2026-11-16T10:15', startOffset: '+07:00', endOffset: '+07:00' };

test('one that was never sent is a new worklog of the first format, in whole minutes, under the same id', () => {
  const { worklogId, written, revision } = running();
  const { timer, ...stopped } = asWorklog(running(), stoppedAt);
  expect(timer).toBeUndefined();
  expect(stopped).toMatchObject({ format: 1, intent: 'create', worklogId, revision: revision + 1 });
  expect(stopped.written).toEqual({ ...written, ...measured });
});

test('one that the server has, or perhaps has, is a worklog that ends this timer', () => {
  const request = { companyId: 'c' };
  for (const known of [{ version: 2 }, { start: { key: 'k', revision: 1, request } }]) {
    const stopped = asWorklog(running(known), stoppedAt);
    expect(stopped).toMatchObject({ format: 3, intent: 'create', timer: known, written: measured });
  }
});

test('what is no running timer stays as it is', () => {
  const stopped = asWorklog(running({ version: 2 }), stoppedAt);
  expect(asWorklog(stopped, new Date('2026-11-16T09:00:00Z'))).toEqual(stopped);
});

test('what is kept because sending has failed happened when it was asked for', async () => {
  let failedAt = 0;
  const attempts: { at: number; wasSent: boolean }[] = [];
  const send = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    failedAt = serverNow();
    throw new NetworkError('No connection.');
  };
  await timerParts.sendOrKeep({ timer: undefined, send, keep: async (_, attempt) => attempts.push(attempt) > 0 });
  expect(attempts).toEqual([{ at: expect.any(Number), wasSent: true }]);
  expect(attempts[0]?.at).toBeLessThan(failedAt);
});
