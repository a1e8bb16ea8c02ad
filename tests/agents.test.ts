// AGENTS.md is short and answers where things are: the first hit of a search for the first word that comes to mind is its answer.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readText } from './support/sources.ts';

const lines = readText('AGENTS.md').trimEnd().split('\n');

test('AGENTS.md has at most 80 lines', () => {
  expect(lines.length).toBeLessThanOrEqual(80);
});

test.each([
  ['upload', 'server/http/request-limits.ts'],
  ['notified', 'domain/notices.ts'],
  ['decision', 'domain/notices.ts'],
  ['session', 'server/identity/sessions.ts'],
  ['policy', 'domain/policies.ts'],
  ['status', 'client/worklog/StatusBadge.tsx'],
  ['export', 'domain/permissions.ts'],
  ['photo', 'client/worklogs/receipts/pictures.ts'],
  ['offline', 'client/worklogs/unsent/'],
])('a search for "%s" leads to %s', (word, path) => {
  const earlier = ['.ci/run', '.dockerignore', '.gitignore', '.npmrc'].filter((file) =>
    readText(file).toLowerCase().includes(word),
  );
  expect(earlier).toEqual([]);
  expect(lines.find((line) => line.toLowerCase().includes(word))).toContain(path);
  expect(existsSync(path)).toBe(true);
});
