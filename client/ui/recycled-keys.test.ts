import { expect, test } from 'vitest';
import { assignKeys } from './recycled-keys.ts';

const none: ReadonlyMap<string, string> = new Map();

test('rows of both lists keep their keys, and new rows take the keys of removed ones in order', () => {
  const first = assignKeys({ turn: 1, names: none }, ['a', 'b', 'c']);
  const second = assignKeys({ turn: 2, names: first }, ['d', 'b', 'e', 'f']);
  expect(second.get('b')).toBe(first.get('b'));
  expect([second.get('d'), second.get('e')]).toEqual([first.get('a'), first.get('c')]);
});

test('keys are unique, also when a removed row comes back', () => {
  const first = assignKeys({ turn: 1, names: none }, ['a', 'b']);
  const second = assignKeys({ turn: 2, names: first }, ['c', 'b']);
  const third = assignKeys({ turn: 3, names: second }, ['a', 'c', 'b', 'd']);
  expect(new Set(third.values()).size).toBe(4);
});
