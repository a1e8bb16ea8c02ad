// docs/specification.md names the files that implement each line of the specification. Everything that is cited must exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, readSources, readText } from './support/sources.ts';

const root = join(import.meta.dirname, '..');
const sources = readSources();
const page = readFileSync(join(root, 'docs', 'specification.md'), 'utf8');
const toText = (path: string) => ({ path, text: readText(path) });
const roots = /^(client|contract|domain|server|locales|seed|tests|bench|scripts|docs)\//;

test('every file that docs/specification.md names exists', () => {
  const named = [...page.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text).filter((text) => roots.test(text));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every line of the first nine sections names its code and its tests', () => {
  const rows = page.split('## Deviations')[0]?.match(/^\| (?!Line |---)[^\n]+\|$/gm) ?? [];
  const bare = rows.filter((row) => row.split('|').filter((cell) => cell.trim() !== '').length !== 3);
  expect(rows.length).toBeGreaterThan(50);
  expect(bare).toEqual([]);
});

test('every attack case that a file cites is listed in docs/attack-cases.md, and every listed one is cited', () => {
  const listed = [...readText('docs/attack-cases.md').matchAll(/^\| ([AR]\d\d) \|/gm)].map(([, name]) => name);
  const cited = sources.flatMap(({ text }) => text.match(/\b[AR]\d\d\b/g) ?? []);
  expect([...new Set(cited)].sort()).toEqual([...listed].sort());
});

test('every cited section of the specification is on docs/specification.md, and no document is cited that does not exist', () => {
  const documents = filesIn('docs', /\.md$/);
  const texts = [...sources.filter(({ path }) => path !== 'scripts/related-tests.test.ts'), ...documents.map(toText)];
  const sections = [...page.matchAll(/^## (\d+)\. /gm)].map(([, section]) => section);
  const cited = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!RFC \d+ )§(\d+)/g)].map(([, section]) => ({ path, section })),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([]);
  const missing = texts.flatMap(({ path, text }) =>
    (text.match(/\b[\w/-]+\.md\b/g) ?? [])
      .filter(
        (name) => !['', 'docs/', 'docs/decisions/', 'bench/'].some((folder) => existsSync(join(root, folder, name))),
      )
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('no letter stands for a document that is not in the repository', () => {
  const supplements = filesIn('docs', /\.md$/).filter((path) => /\((by )?B\)|\bby B\b|\bB: /.test(readText(path)));
  expect(supplements).toEqual([]);
});

test('every decision record has a unique number, and every cited one exists', () => {
  const numbers = readdirSync(join(root, 'docs', 'decisions')).flatMap((name) => name.match(/^\d{3}(?=-)/) ?? []);
  const cited = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bdecision (\d{3})\b/g)].map(([, number = '']) => number),
  );
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((number) => !numbers.includes(number))).toEqual([]);
});

test('every file that docs/upstream.md and AGENTS.md name exists', () => {
  const named = ['docs/upstream.md', 'AGENTS.md'].flatMap((path) =>
    [...readText(path).matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  );
  const files = named.filter((text) => roots.test(text) && !/[…*{]/.test(text));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
