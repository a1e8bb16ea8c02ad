import { describe, expect, test } from 'vitest';
import { sample } from './sample-worklog.ts';
import { type StableRowsInput, stableRows } from './stable-rows.ts';

const [a, b, c, d] = [sample({ id: 'a' }), sample({ id: 'b' }), sample({ id: 'c' }), sample({ id: 'd' })];

/** With a page size of two by default. */
const seen = (given: Pick<StableRowsInput, 'held' | 'current'> & Partial<StableRowsInput>) =>
  stableRows({ stillMatching: undefined, locallyChangedIds: new Set(), pageSize: 2, ...given });
const places = ({ rows }: ReturnType<typeof stableRows>) =>
  rows.map(({ worklog, isGone }) => (isGone ? `(${worklog.id})` : worklog.id)).join(' ');

describe('a list while others change it', () => {
  test('is updated at once when nobody is interacting with it', () => {
    const shown = seen({ held: null, current: [c, a] });
    expect([places(shown), shown.newCount]).toEqual(['c a', 0]);
  });

  test('keeps the rows in place with their new values', () => {
    const changed = { ...b, notes: 'Now with notes', version: 2 };
    const shown = seen({ held: [a, b], current: [c, changed, a], pageSize: 10 });
    expect([places(shown), shown.newCount]).toEqual(['a b', 1]);
    expect(shown.rows[1]?.worklog).toBe(changed);
  });

  test('keeps rows decided by others in place, marked as gone once that is known', () => {
    expect(places(seen({ held: [a, b], current: [b] }))).toBe('a b');
    expect(places(seen({ held: [a, b], current: [b], stillMatching: [b] }))).toBe('(a) b');
  });

  test('does not mark a row as gone that a new one pushed to the next page, and updates it', () => {
    const pushed = { ...b, notes: 'Now with notes' };
    const shown = seen({ held: [a, b], current: [c, a], stillMatching: [a, pushed] });
    expect([places(shown), shown.newCount]).toEqual(['a b', 1]);
    expect(shown.rows[1]?.worklog).toBe(pushed);
  });

  test('does not count rows that move up from the next page', () => {
    expect(seen({ held: [a, b], current: [b, c], stillMatching: [b] }).newCount).toBe(0);
    expect(seen({ held: [a, b], current: [c, d], stillMatching: [] }).newCount, 'a whole page').toBe(0);
  });

  test('counts a new row that arrives while another one leaves', () => {
    expect(seen({ held: [a, b], current: [c, b], stillMatching: [b] }).newCount).toBe(1);
    expect(
      seen({ held: [a, b], current: [b, c], stillMatching: [b], pageSize: 10 }).newCount,
      'there is no next page',
    ).toBe(1);
  });

  test('removes own decisions at once', () => {
    expect(places(seen({ held: [a, b], current: [b], locallyChangedIds: new Set(['a']) }))).toBe('b');
  });

  test('restores rows whose own decision was undone, in their place, while new rows are still counted', () => {
    const shown = seen({ held: [a, c], current: [d, a, b, c], locallyChangedIds: new Set(['b']), pageSize: 10 });
    expect([places(shown), shown.newCount]).toEqual(['a b c', 1]);
    expect(places(seen({ held: [c], current: [b, c], locallyChangedIds: new Set(['b']) })), 'the first').toBe('b c');
  });
});
