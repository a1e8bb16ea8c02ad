// docs/glossary.md against the sentences of both languages.

import { expect, test } from 'vitest';
import { readMessages } from './support/messages.ts';
import { readText } from './support/sources.ts';

const words = (cell = ''): string[] =>
  cell
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
const rows = readText('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| English'))
  .map((line) =>
    line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim()),
  );

/** Sentences of a language without their keys and without the names of their parameters. */
function sentencesOf(language: 'en' | 'id'): string[] {
  const messages = readMessages(language);
  return Object.values(messages).map((message) =>
    textsOf(message)
      .join('\n')
      .replaceAll(/\{\w+\}/g, ''),
  );
}

function textsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(textsOf) : [];
}

const hasWord = (sentence: string, word: string): boolean => new RegExp(`(?<![\\p{L}-])${word}`, 'iu').test(sentence);

const columns = [
  { language: 'en', used: 0, avoided: 1 },
  { language: 'id', used: 2, avoided: 3 },
] as const;

test.each(columns)('every word of the glossary is used in sentences of $language', ({ language, used }) => {
  const sentences = sentencesOf(language);
  const missing = rows
    .flatMap((row) => words(row[used]))
    .filter((word) => !sentences.some((one) => hasWord(one, word)));
  expect(missing).toEqual([]);
  expect(rows.length).toBeGreaterThan(25);
});

test.each(columns)('no sentence of $language has a word that the glossary replaces', ({ language, avoided }) => {
  const replaced = rows.flatMap((row) => words(row[avoided]));
  const wrong = sentencesOf(language).flatMap((sentence) =>
    replaced.filter((word) => hasWord(sentence, word)).map((word) => `${word}: ${sentence}`),
  );
  expect(wrong).toEqual([]);
  expect(replaced.length).toBeGreaterThan(10);
});
