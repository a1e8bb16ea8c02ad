// Every decision of the table of moves can be made in the browser.
import { expect, test } from 'vitest';
import { decisions } from '#domain/worklogs.ts';
import { literal, readSources } from './support/sources.ts';

test('the panel of a worklog has a button for every decision', () => {
  const panel = readSources().find(({ path }) => path === 'client/approvals/DecisionPanel.tsx');
  const named = panel?.nodes.map((node) => literal(node)) ?? [];
  expect(decisions.filter((decision) => !named.includes(decision))).toEqual([]);
});
