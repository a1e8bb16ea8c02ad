// The mutants of faults/ are found in the source, so that `npm run mutants` does not end at one of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conditions } from '#faults/mutants/conditions.ts';

test('each condition that a mutant leaves out is in the source once', () => {
  const source = readFileSync(join(import.meta.dirname, '../server/request/access.ts'), 'utf8');
  expect(conditions.filter(([, condition]) => source.split(condition).length !== 2).map(([name]) => name)).toEqual([]);
});
