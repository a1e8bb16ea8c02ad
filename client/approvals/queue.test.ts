import { describe, expect, test } from 'vitest';
import {
  addToQueue,
  advanceQueue,
  countBeyond,
  countOutcomes,
  currentEntry,
  emptyQueue,
  markDecidedElsewhere,
  nextPendingPage,
  previousEntry,
  reopenEntry,
  requeueRefused,
  reviewProgress,
  upcomingIds,
} from './queue.ts';

const nobody = () => false;
const walk = (...ids: string[]) => addToQueue(emptyQueue, ids);

describe('the review queue', () => {
  test('starts at the first and moves on after each decision', () => {
    const first = walk('a', 'b', 'c');
    expect(currentEntry(first)?.id).toBe('a');
    const second = advanceQueue(first, 'approved', nobody);
    expect(currentEntry(second)?.id).toBe('b');
    expect(second.entries[0]?.outcome).toBe('approved');
    expect(upcomingIds(second, 2)).toEqual(['c']);
  });

  test('skips and counts worklogs that others have decided meanwhile', () => {
    const next = advanceQueue(walk('a', 'b', 'c', 'd'), 'skipped', (id) => id === 'b' || id === 'c');
    expect(currentEntry(next)?.id).toBe('d');
    expect(next.passed).toBe(2);
    expect(countOutcomes(next)).toMatchObject({ skipped: 1, elsewhere: 2, open: 1 });
  });

  test('ends after the last one, with all outcomes counted', () => {
    const end = advanceQueue(advanceQueue(walk('a', 'b'), 'approved', nobody), 'rejected', nobody);
    expect(currentEntry(end)).toBeNull();
    expect(countOutcomes(end)).toMatchObject({ approved: 1, rejected: 1, open: 0 });
  });

  test('goes back and keeps all outcomes; a skipped worklog can then be decided', () => {
    const skipped = advanceQueue(walk('a', 'b'), 'skipped', nobody);
    const again = previousEntry(skipped);
    expect(currentEntry(again)?.id).toBe('a');
    expect(advanceQueue(again, 'approved', nobody).entries[0]?.outcome).toBe('approved');
    expect(previousEntry(walk('a')).at).toBe(0);
  });

  test('going back to a decided worklog and leaving it does not change its outcome', () => {
    const again = previousEntry(advanceQueue(walk('a', 'b'), 'approved', nobody));
    expect(advanceQueue(again, 'skipped', nobody).entries[0]?.outcome).toBe('approved');
  });

  test('adds new worklogs at the end and keeps the positions of the others', () => {
    const queue = addToQueue(advanceQueue(walk('a', 'b'), 'approved', nobody), ['b', 'c']);
    expect(queue.entries.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(addToQueue(queue, ['a', 'b'])).toBe(queue);
  });

  test('a worklog whose decision was undone is open and current again', () => {
    const queue = reopenEntry(advanceQueue(walk('a', 'b'), 'approved', nobody), 'a');
    expect(currentEntry(queue)).toMatchObject({ id: 'a', outcome: 'open' });
    expect(reopenEntry(queue, 'unknown')).toBe(queue);
  });
});

describe('a refused decision', () => {
  test('comes right after the current worklog, which does not change', () => {
    const queue = requeueRefused(advanceQueue(walk('a', 'b', 'c'), 'approved', nobody), 'a', {
      version: 2,
      reason: 'Changed.',
    });
    expect(currentEntry(queue)?.id).toBe('b');
    expect(upcomingIds(queue, 2)).toEqual(['a', 'c']);
    expect(queue.entries[1]).toMatchObject({ outcome: 'open', seenVersion: 2 });
  });

  test('comes back even if it was the last', () => {
    const queue = requeueRefused(advanceQueue(walk('a'), 'approved', nobody), 'a', { version: 2, reason: 'Changed.' });
    expect(currentEntry(queue)?.id).toBe('a');
  });

  test('of the current worklog is shown in place', () => {
    const queue = requeueRefused(walk('a', 'b'), 'a', { version: 1, reason: 'Locked.' });
    expect(currentEntry(queue)).toMatchObject({ id: 'a', reason: 'Locked.' });
  });

  test('is not shown again if somebody else had decided first', () => {
    const queue = markDecidedElsewhere(advanceQueue(walk('a', 'b'), 'approved', nobody), 'a');
    expect(countOutcomes(queue)).toMatchObject({ elsewhere: 1, approved: 0 });
  });
});

describe('progress', () => {
  test('counts those that are not loaded yet', () => {
    expect(reviewProgress(walk('a', 'b'), 10)).toEqual({ n: 1, m: 12 });
    expect(reviewProgress(walk('a', 'b'), -1)).toEqual({ n: 1, m: 2 });
  });

  test('never decreases while others decide, new worklogs arrive and the server refuses', () => {
    let queue = walk('a', 'b', 'c', 'd');
    const seen: { n: number; m: number }[] = [];
    const show = (items: number, ...shown: string[]) => {
      const list = { items, shown: shown.map((id) => ({ id, isDecidable: true })), pageSize: shown.length };
      seen.push(reviewProgress(queue, countBeyond(queue, list), seen.at(-1)?.m));
    };
    show(6, 'a', 'b', 'c', 'd');
    queue = advanceQueue(queue, 'approved', nobody);
    show(6, 'a', 'b', 'c', 'd');
    show(5, 'b', 'c', 'd', 'e');
    queue = advanceQueue(queue, 'approved', nobody);
    queue = requeueRefused(queue, 'a', { version: 2, reason: 'changed' });
    show(5, 'a', 'c', 'd', 'e');
    queue = advanceQueue(queue, 'skipped', nobody);
    show(4, 'a', 'c', 'd', 'e');
    queue = addToQueue(queue, ['e', 'f']);
    queue = markDecidedElsewhere(
      advanceQueue(queue, 'approved', (id) => id === 'd'),
      'd',
    );
    show(3, 'c', 'e', 'f');
    queue = advanceQueue(advanceQueue(queue, 'approved', nobody), 'approved', nobody);
    show(1, 'c');
    expect(seen).toEqual([
      { n: 1, m: 6 },
      { n: 2, m: 6 },
      { n: 2, m: 6 },
      { n: 3, m: 7 },
      { n: 4, m: 7 },
      { n: 6, m: 7 },
      { n: 7, m: 7 },
    ]);
  });

  test('counts the rows if they are all pending worklogs, whatever the total says', () => {
    const queue = advanceQueue(walk('a', 'b'), 'approved', nobody);
    const rows = [
      { id: 'b', isDecidable: true },
      { id: 'c', isDecidable: true },
      { id: 'own', isDecidable: false },
    ];
    for (const items of [2, 3, 4]) expect(countBeyond(queue, { items, shown: rows, pageSize: 100 })).toBe(1);
  });

  test('loads more worklogs after the skipped ones, which are still pending', () => {
    let queue = walk('a', 'b', 'c', 'd');
    expect(nextPendingPage(queue, 2)).toBe(3);
    queue = advanceQueue(advanceQueue(queue, 'approved', nobody), 'approved', nobody);
    queue = advanceQueue(advanceQueue(queue, 'skipped', nobody), 'approved', nobody);
    expect(nextPendingPage(queue, 2)).toBe(1);
  });
});
