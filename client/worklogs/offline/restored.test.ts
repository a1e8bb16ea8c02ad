// Which worklogs a device takes for lost after a restore of the server, and as what it keeps them.

import { expect, test } from 'vitest';
import type { Worklog } from '#contract/worklogs.ts';
import { sample } from '../../worklog/sample-worklog.ts';
import { parseUnsent, shownEntry } from '../unsent/entry.ts';
import { lostEntry } from '../unsent/lost.ts';
import { type OfflineCopy, parseOfflineCopy } from './copy.ts';
import { findLost } from './restored.ts';

function copyOf(worklogs: readonly Worklog[], rest: Partial<OfflineCopy> = {}): OfflineCopy {
  const copy = parseOfflineCopy({
    format: 1,
    personId: 'wati',
    companyId: 'quay',
    takenAt: 0,
    aheadMs: 0,
    from: '2026-10-22',
    details: [],
    session: { user: null, roles: {}, companies: [] },
    tasks: { found: [], chosen: [], hasMore: false },
    timer: { timer: null, now: '2026-11-25T00:00:00.000Z' },
    tags: null,
    worklogs,
    ...rest,
  });
  if (!copy) throw new Error('It is a copy.');
  return copy;
}

const [kept, gone, alsoGone, moved] = ['kept', 'gone', 'also-gone', 'moved'].map((id) => sample({ id }));
const all = [kept, gone, alsoGone, moved].filter((one) => one !== undefined);
const left = all.slice(0, 1);
const restoredAt = '2026-11-25T08:00:00.000Z';

const nothing = { worklogs: [], changes: [] };

/** What the server answers about worklogs that are not in the list; `requested`: about which it was requested. */
function server(): { requested: string[]; isGone: (companyId: string, worklogId: string) => Promise<boolean> } {
  const requested: string[] = [];
  return {
    requested,
    isGone: async (companyId, worklogId) => {
      requested.push(`${companyId} ${worklogId}`);
      return worklogId.endsWith('gone');
    },
  };
}

test('after a restore, worklogs of the earlier copy that the server has no more are lost, and no others', async () => {
  const { requested, isGone } = server();
  const lost = await findLost(copyOf(all), copyOf(left, { restoredAt }), isGone);
  expect(lost.worklogs.map(({ id }) => id)).toEqual(['gone', 'also-gone']);
  expect(lost.changes).toEqual([]);
  expect(requested, 'one on another day, or beyond the limit of the list, is not lost').toEqual([
    'quay gone',
    'quay also-gone',
    'quay moved',
  ]);
});

test('without a restore nothing is lost, however much older the earlier copy is', async () => {
  const { requested, isGone } = server();
  for (const rest of [{}, { restoredAt }])
    expect(await findLost(copyOf(all, rest), copyOf(left, { ...rest, takenAt: 86_400_000 }), isGone)).toEqual(nothing);
  expect(requested).toEqual([]);
});

test('a second restore is noticed, too, and one to a moment before the first', async () => {
  const { isGone } = server();
  for (const next of [{ restoredAt: '2026-11-26T08:00:00.000Z' }, {}])
    expect((await findLost(copyOf(all, { restoredAt }), copyOf(left, next), isGone)).worklogs).toHaveLength(2);
});

test('a change that the server has no more is lost, also if it was changed otherwise since; a decision or an earlier version is not', async () => {
  const { isGone } = server();
  const now = sample({ id: 'one', version: 2, notes: 'Survey' });
  const changesOf = async (before: Worklog) =>
    (await findLost(copyOf([before]), copyOf([now], { restoredAt }), isGone)).changes;
  const later = { ...now, version: 3, notes: 'Survey of the quay' };
  expect(await changesOf(later)).toEqual([{ before: later, now }]);
  expect(await changesOf({ ...later, version: 2 })).toHaveLength(1);
  expect(await changesOf({ ...now, version: 3, status: 'approved' }), 'decided').toEqual([]);
  expect(await changesOf({ ...later, version: 1 }), 'the server has a later one').toEqual([]);
  expect(await findLost(copyOf([later]), copyOf([now]), isGone), 'without a restore').toEqual(nothing);
});

test('as long as the server does not answer, nothing is decided', async () => {
  const noAnswer = () => Promise.reject(new Error('No response.'));
  await expect(findLost(copyOf(all), copyOf(left, { restoredAt }), noAnswer)).rejects.toThrow('No response.');
});

test('a lost worklog waits under its own id, with its times and texts, and is not refused', () => {
  const worklog = sample({ id: 'gone', notes: 'Cable trays', receipts: 2 });
  const company = { id: 'quay', name: 'Quay', timeZone: 'Asia/Jakarta', currency: 'IDR' };
  const entry = parseUnsent(lostEntry(worklog, { personId: 'wati', company }, 7));
  if (!entry) throw new Error('It is read.');
  expect(entry).toMatchObject({
    format: 4,
    intent: 'lost',
    worklogId: 'gone',
    sent: null,
    version: null,
    refusedCode: null,
    lostReceipts: 2,
    personId: 'wati',
    companyId: 'quay',
    written: { notes: 'Cable trays', taskId: worklog.taskId },
  });
  const { day, startsAt, endsAt, minutes, taskName } = worklog;
  const shown = shownEntry(entry, { isSending: false, problem: null });
  expect(shown).toMatchObject({ day, startsAt, endsAt, minutes, taskName });
});
