// docs/specification.md leads from each line of the specification to what makes it true. It leads nowhere else.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'specification.md'), 'utf8');
const roots = /^(client|contract|domain|server|locales|seed|tests|bench|scripts|docs)\//;

test('every place that the map of the specification names is there', () => {
  const named = [...page.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text).filter((text) => roots.test(text));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every line of the first nine sections has somebody who makes it true and something that proves it', () => {
  const rows = page.split('## Settled otherwise')[0]?.match(/^\| (?!Line |---)[^\n]+\|$/gm) ?? [];
  const bare = rows.filter((row) => row.split('|').filter((cell) => cell.trim() !== '').length !== 3);
  expect(rows.length).toBeGreaterThan(50);
  expect(bare).toEqual([]);
});
