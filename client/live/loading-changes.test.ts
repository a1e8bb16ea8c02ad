import { expect, test } from 'vitest';
import { changedWhileLoading } from './loading-changes.ts';

const hello = (completeForMs: number, changedMsAgo = {}) => ({ completeForMs, changedMsAgo });

test('what changed after the document began to load is fetched again, nothing else', () => {
  const message = hello(60_000, { worklogs: 800, projects: 1_000, members: 1_001 });
  expect(changedWhileLoading(message, 1_000)).toEqual(['projects', 'worklogs']);
  expect(changedWhileLoading(hello(60_000), 1_000)).toEqual([]);
});

test('all data is fetched again where changes may be unknown', () => {
  expect(changedWhileLoading(hello(999), 1_000), 'the server listens for a shorter time').toBe('all');
  expect(changedWhileLoading(hello(1_000), 1_000)).toEqual([]);
  expect(changedWhileLoading({}, 1_000), 'a server of another version').toBe('all');
});
