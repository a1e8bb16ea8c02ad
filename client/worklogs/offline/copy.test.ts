import { expect, test } from 'vitest';
import { companiesLeft } from './copy.ts';

const copyOf = (companyId: unknown, format = 1) => ({ format, personId: 'wati', companyId });

test('copies of companies that the person has no more are named, also those of a later release', () => {
  expect(companiesLeft([copyOf('quay'), copyOf('yard'), copyOf('mill', 2)], ['quay'])).toEqual(['yard', 'mill']);
  expect(companiesLeft([copyOf('quay')], [])).toEqual(['quay']);
  expect(companiesLeft([copyOf('quay')], ['yard', 'quay'])).toEqual([]);
});

test('what is no copy is left alone', () => {
  for (const stored of [null, 'text', [], {}, copyOf(7)]) expect(companiesLeft([stored], [])).toEqual([]);
});
