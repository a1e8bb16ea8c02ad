import { describe, expect, test } from 'vitest';
import { sample } from './sample-worklog.ts';
import { type Seen, steadyRows } from './steady-rows.ts';

const [a, b, c, d] = [sample({ id: 'a' }), sample({ id: 'b' }), sample({ id: 'c' }), sample({ id: 'd' })];

/** Of a page that holds no more than two rows, unless told otherwise. */
const seen = (given: Pick<Seen, 'held' | 'fresh'> & Partial<Seen>) =>
  steadyRows({ still: undefined, own: new Set(), pageSize: 2, ...given });
const places = ({ rows }: ReturnType<typeof steadyRows>) =>
  rows.map(({ worklog, isGone }) => (isGone ? `(${worklog.id})` : worklog.id)).join(' ');

describe('the list while others work', () => {
  test('follows at once when nobody is reading', () => {
    const shown = seen({ held: null, fresh: [c, a] });
    expect([places(shown), shown.arrived]).toEqual(['c a', 0]);
  });

  test('keeps the places of what is being read, with what is new in it', () => {
    const changed = { ...b, notes: 'Now with notes', version: 2 };
    const shown = seen({ held: [a, b], fresh: [c, changed, a], pageSize: 10 });
    expect([places(shown), shown.arrived]).toEqual(['a b', 1]);
    expect(shown.rows[1]?.worklog).toBe(changed);
  });

  test('leaves what others decided in its place, marked as soon as that is known', () => {
    expect(places(seen({ held: [a, b], fresh: [b] }))).toBe('a b');
    expect(places(seen({ held: [a, b], fresh: [b], still: [b] }))).toBe('(a) b');
  });

  test('does not call gone what a newcomer pushed to the next page, and shows it as it is now', () => {
    const pushed = { ...b, notes: 'Now with notes' };
    const shown = seen({ held: [a, b], fresh: [c, a], still: [a, pushed] });
    expect([places(shown), shown.arrived]).toEqual(['a b', 1]);
    expect(shown.rows[1]?.worklog).toBe(pushed);
  });

  test('does not call news what moves up from the next page', () => {
    expect(seen({ held: [a, b], fresh: [b, c], still: [b] }).arrived).toBe(0);
    expect(seen({ held: [a, b], fresh: [c, d], still: [] }).arrived, 'a whole page').toBe(0);
  });

  test('calls news what arrives while another leaves', () => {
    expect(seen({ held: [a, b], fresh: [c, b], still: [b] }).arrived).toBe(1);
    expect(seen({ held: [a, b], fresh: [b, c], still: [b], pageSize: 10 }).arrived, 'nothing stands behind').toBe(1);
  });

  test('lets own decisions leave at once', () => {
    expect(places(seen({ held: [a, b], fresh: [b], own: new Set(['a']) }))).toBe('b');
  });

  test('brings back those taken back, in their place, while newcomers still wait', () => {
    const shown = seen({ held: [a, c], fresh: [d, a, b, c], own: new Set(['b']), pageSize: 10 });
    expect([places(shown), shown.arrived]).toEqual(['a b c', 1]);
    expect(places(seen({ held: [c], fresh: [b, c], own: new Set(['b']) })), 'the first').toBe('b c');
  });
});
