import { describe, expect, test } from 'vitest';
import {
  advance,
  back,
  beyondOf,
  currentOf,
  decidedElsewhere,
  emptyQueue,
  extend,
  nextPage,
  progress,
  refusedLater,
  reopened,
  tally,
  upcoming,
} from './queue.ts';

const nobody = () => false;
const walk = (...ids: string[]) => extend(emptyQueue, ids);

describe('the review queue', () => {
  test('begins at the first and goes on as each is decided', () => {
    const first = walk('a', 'b', 'c');
    expect(currentOf(first)?.id).toBe('a');
    const second = advance(first, 'approved', nobody);
    expect(currentOf(second)?.id).toBe('b');
    expect(second.entries[0]?.fate).toBe('approved');
    expect(upcoming(second, 2)).toEqual(['c']);
  });

  test('passes over what others have decided meanwhile and counts it', () => {
    const next = advance(walk('a', 'b', 'c', 'd'), 'skipped', (id) => id === 'b' || id === 'c');
    expect(currentOf(next)?.id).toBe('d');
    expect(next.passed).toBe(2);
    expect(tally(next)).toMatchObject({ skipped: 1, elsewhere: 2, open: 1 });
  });

  test('ends after the last one, with all outcomes counted', () => {
    const end = advance(advance(walk('a', 'b'), 'approved', nobody), 'rejected', nobody);
    expect(currentOf(end)).toBeNull();
    expect(tally(end)).toMatchObject({ approved: 1, rejected: 1, open: 0 });
  });

  test('goes back and keeps all outcomes, and a skipped one can be decided then', () => {
    const skipped = advance(walk('a', 'b'), 'skipped', nobody);
    const again = back(skipped);
    expect(currentOf(again)?.id).toBe('a');
    expect(advance(again, 'approved', nobody).entries[0]?.fate).toBe('approved');
    expect(back(walk('a')).at).toBe(0);
  });

  test('leaving a decided one that was gone back to does not change what became of it', () => {
    const again = back(advance(walk('a', 'b'), 'approved', nobody));
    expect(advance(again, 'skipped', nobody).entries[0]?.fate).toBe('approved');
  });

  test('adds new worklogs at the end and keeps the positions of the others', () => {
    const queue = extend(advance(walk('a', 'b'), 'approved', nobody), ['b', 'c']);
    expect(queue.entries.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(extend(queue, ['a', 'b'])).toBe(queue);
  });

  test('an undone decision is open and in front again', () => {
    const queue = reopened(advance(walk('a', 'b'), 'approved', nobody), 'a');
    expect(currentOf(queue)).toMatchObject({ id: 'a', fate: 'open' });
    expect(reopened(queue, 'unknown')).toBe(queue);
  });
});

describe('a refused decision', () => {
  test('comes right after the one being read, which stays', () => {
    const queue = refusedLater(advance(walk('a', 'b', 'c'), 'approved', nobody), 'a', {
      version: 2,
      reason: 'Changed.',
    });
    expect(currentOf(queue)?.id).toBe('b');
    expect(upcoming(queue, 2)).toEqual(['a', 'c']);
    expect(queue.entries[1]).toMatchObject({ fate: 'open', seenVersion: 2 });
  });

  test('comes back also when it was the last', () => {
    const queue = refusedLater(advance(walk('a'), 'approved', nobody), 'a', { version: 2, reason: 'Changed.' });
    expect(currentOf(queue)?.id).toBe('a');
  });

  test('of the current worklog is shown in place', () => {
    const queue = refusedLater(walk('a', 'b'), 'a', { version: 1, reason: 'Locked.' });
    expect(currentOf(queue)).toMatchObject({ id: 'a', reason: 'Locked.' });
  });

  test('is not shown again if somebody else had decided first', () => {
    const queue = decidedElsewhere(advance(walk('a', 'b'), 'approved', nobody), 'a');
    expect(tally(queue)).toMatchObject({ elsewhere: 1, approved: 0 });
  });
});

describe('progress', () => {
  test('counts those that are not loaded yet', () => {
    expect(progress(walk('a', 'b'), 10)).toEqual({ n: 1, m: 12 });
    expect(progress(walk('a', 'b'), -1)).toEqual({ n: 1, m: 2 });
  });

  test('never runs backwards while others decide, new ones arrive and the server refuses', () => {
    let queue = walk('a', 'b', 'c', 'd');
    const seen: { n: number; m: number }[] = [];
    const show = (items: number, ...shown: string[]) => {
      const list = { items, shown: shown.map((id) => ({ id, isDecidable: true })), pageSize: shown.length };
      seen.push(progress(queue, beyondOf(queue, list), seen.at(-1)?.m));
    };
    show(6, 'a', 'b', 'c', 'd');
    queue = advance(queue, 'approved', nobody);
    show(6, 'a', 'b', 'c', 'd');
    show(5, 'b', 'c', 'd', 'e');
    queue = advance(queue, 'approved', nobody);
    queue = refusedLater(queue, 'a', { version: 2, reason: 'changed' });
    show(5, 'a', 'c', 'd', 'e');
    queue = advance(queue, 'skipped', nobody);
    show(4, 'a', 'c', 'd', 'e');
    queue = extend(queue, ['e', 'f']);
    queue = decidedElsewhere(
      advance(queue, 'approved', (id) => id === 'd'),
      'd',
    );
    show(3, 'c', 'e', 'f');
    queue = advance(advance(queue, 'approved', nobody), 'approved', nobody);
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

  test('goes by the rows where they are all of what waits, whatever the total beside them says', () => {
    const queue = advance(walk('a', 'b'), 'approved', nobody);
    const rows = [
      { id: 'b', isDecidable: true },
      { id: 'c', isDecidable: true },
      { id: 'own', isDecidable: false },
    ];
    for (const items of [2, 3, 4]) expect(beyondOf(queue, { items, shown: rows, pageSize: 100 })).toBe(1);
  });

  test('looks for more behind the skipped ones, which still wait', () => {
    let queue = walk('a', 'b', 'c', 'd');
    expect(nextPage(queue, 2)).toBe(3);
    queue = advance(advance(queue, 'approved', nobody), 'approved', nobody);
    queue = advance(advance(queue, 'skipped', nobody), 'approved', nobody);
    expect(nextPage(queue, 2)).toBe(1);
  });
});
