import { expect, test } from 'vitest';
import { historyProblems, verdictsWithOutcome } from './verdicts.ts';

test('every row that is counted as skipped is among the rows to look at', () => {
  expect(historyProblems).toEqual(expect.arrayContaining(verdictsWithOutcome('skipped')));
});

test('a break is no work: it is neither skipped nor a row to look at', () => {
  expect(verdictsWithOutcome('not-work')).toEqual(['break']);
  expect(historyProblems).not.toContain('break');
});
