import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { always, relatedTests } from './related-tests.js';

const files = readdirSync(join(import.meta.dirname, '..', 'tests', 'api'));
const related = (...changed: string[]): string[] =>
  relatedTests(changed, ['invites.test.ts', 'invites-delivery.test.ts', 'timers.test.ts', 'timer-changes.test.ts']);

test('a feature is tested by the tests of its name, wherever it changes', () => {
  for (const path of ['server/invites/handlers.ts', 'contract/invites.ts', 'client/invites/InvitesPage.tsx'])
    expect(related(path)).toEqual(['invites.test.ts', 'invites-delivery.test.ts']);
  expect(related('domain/timers.ts')).toEqual(['timers.test.ts', 'timer-changes.test.ts']);
});

test('a changed test is related to itself, what is no feature to nothing', () => {
  expect(related('tests/api/timer-changes.test.ts')).toEqual(['timer-changes.test.ts']);
  expect(related('README.md', 'docs/invites.md')).toEqual([]);
});

test('what runs always is there', () => {
  expect(relatedTests([], files).toSorted()).toEqual(always.map((name) => `${name}.test.ts`));
});
