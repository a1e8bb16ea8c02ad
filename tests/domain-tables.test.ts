// What a new row of the tables of moves and policies needs, and no type asks for: a button, a rule, a test of the rule.
import { expect, test } from 'vitest';
import { policyNames } from '#domain/policies.ts';
import { decisions } from '#domain/worklogs.ts';
import { literal, readSources, type Source } from './support/sources.ts';

const sources = readSources();

test('the panel of a worklog has a button for every decision', () => {
  const panel = sources.find(({ path }) => path === 'client/approvals/DecisionPanel.tsx');
  const named = panel?.nodes.map((node) => literal(node)) ?? [];
  expect(decisions.filter((decision) => !named.includes(decision))).toEqual([]);
});

/** The policies that no file names, as in TypeScript or as a column in SQL. */
const unnamedPolicies = (files: readonly Source[]) =>
  policyNames.filter((name) => {
    const column = name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    const isNamed = new RegExp(`\\b(${name}|${column})\\b`);
    return !files.some(({ text }) => isNamed.test(text));
  });

test('every policy is read by a rule', () => {
  const definitions = /^domain\/policies\.ts$|^server\/db\/schema\.ts$|\.test\.ts$/;
  const rules = sources.filter(({ path, root }) => /^(domain|server)$/.test(root) && !definitions.test(path));
  expect(unnamedPolicies(rules)).toEqual([]);
});

test('the rule of every policy has a test', () => {
  // These test that policies are stored, not what they do.
  const storing = /^tests\/api\/(companies|partial-updates|tenancy|permissions|http)\.test\.ts$/;
  const tests = sources.filter(({ path }) => /^(tests\/api|domain)\/.*\.test\.ts$/.test(path) && !storing.test(path));
  expect(unnamedPolicies(tests.filter(({ path }) => path !== 'domain/policies.test.ts'))).toEqual([]);
});
