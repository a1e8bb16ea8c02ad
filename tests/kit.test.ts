// Lists and their surroundings do without Mantine (decision 014): what they import at once must not bring it, and
// without its provider it would not work there either.
import { expect, test } from 'vitest';
import { readSources } from './support/sources.ts';

const sources = new Map(readSources().map((source) => [source.path, source]));
const withKit = /client\/(account|companies|projects|members)\/\w+Page\.tsx$/;
const starts = [
  'client/main.tsx',
  'client/signed-out-main.tsx',
  'client/shell/Frame.tsx',
  ...[...sources.keys()].filter((path) => /^client\/\w+\/\w+Page\.tsx$/.test(path) && !withKit.test(path)),
];

test.each(starts)('%s brings no kit of components', (start) => {
  const waiting = [start];
  const bringing: string[] = [];
  for (const path of waiting) {
    for (const { file, from, isTypeOnly, isDynamic } of sources.get(path)?.imports ?? []) {
      if (isTypeOnly || isDynamic) continue;
      if (/^@mantine\/(core|dates)$/.test(from)) bringing.push(path);
      if (file !== null && sources.has(file) && !waiting.includes(file)) waiting.push(file);
    }
  }
  expect(bringing).toEqual([]);
});
