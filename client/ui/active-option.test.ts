import { expect, test } from 'vitest';
import { neighbour } from './active-option.ts';

const options = ['a', 'b', 'c'];

test('steps to the next option, and from either end to the other', () => {
  expect([neighbour(options, 'a', 1), neighbour(options, 'c', 1)]).toEqual(['b', 'a']);
  expect([neighbour(options, 'c', -1), neighbour(options, 'a', -1)]).toEqual(['b', 'c']);
});

test('without an active option, or when it was removed, steps to the first or the last', () => {
  expect([neighbour(options, undefined, 1), neighbour(options, undefined, -1)]).toEqual(['a', 'c']);
  expect([neighbour(options, 'd', 1), neighbour(options, 'd', -1)]).toEqual(['a', 'c']);
  expect([neighbour([], undefined, 1), neighbour([], undefined, -1)]).toEqual([undefined, undefined]);
});
