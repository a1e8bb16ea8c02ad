// docs/upstream.md names each file that relies on private parts of a package, and what detects a change of them.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources, readText } from './support/sources.ts';

const page = readText('docs/upstream.md');

test('every file that uses private tables or methods of a prototype is named', () => {
  const isPrivate = /\b_private_|\.prototype\.|nspname in \('public', 'graphile_worker'\)|__TSR_/;
  const users = readSources()
    .filter(
      ({ root, path, text }) =>
        /^(domain|contract|server|client)$/.test(root) && !/\.test\./.test(path) && isPrivate.test(text),
    )
    .map(({ path }) => path);
  expect(users.length).toBeGreaterThan(6);
  expect(users.filter((path) => !page.includes(`\`${path}\``))).toEqual([]);
});

test('every file that it names exists', () => {
  const named = [...page.matchAll(/`((?:client|server|tests|scripts)\/[^`*\s]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
