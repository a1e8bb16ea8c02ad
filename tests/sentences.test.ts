// Every reason for a refusal has a sentence in both languages, and each refusal provides exactly its parameters.

import { describe, expect, test } from 'vitest';
import { type ReasonCode, reasons } from '#domain/reasons.ts';
import { readMessages } from './support/messages.ts';
import { isNode, literal, type Node, nameOf, readSources } from './support/sources.ts';

const languages = ['en', 'id'] as const;
const texts = languages.map(readMessages);
const keyOf = (code: string): string => `reason_${code.replaceAll(/[.-]/g, '_')}`;
const gapsIn = (text: unknown): string[] =>
  [...new Set([...String(text).matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap ?? ''))].sort();

const codes = Object.keys(reasons).filter((key): key is ReasonCode => key in reasons);

/** A placeholder that server/request/problem.ts fills from a parameter of another name. */
const filledBy: Record<string, string> = { wait: 'seconds' };

type Use = { at: string; code: string; params: string[] };

function propertiesOf(node: unknown): Node[] {
  return isNode(node) && Array.isArray(node.properties) ? node.properties.filter(isNode) : [];
}

/** Every `refuse('code', …)` and `refused('code', …)` of the product with the names of its parameters. */
const uses: Use[] = readSources()
  .filter(({ root, path }) => (root === 'domain' || root === 'server') && !path.includes('.test.'))
  .flatMap(({ path, nodes }) => nodes.flatMap((node) => useOf(path, node)));

function useOf(path: string, node: Node): Use[] {
  const name = node.type === 'CallExpression' ? nameOf(node.callee) : null;
  if ((name !== 'refuse' && name !== 'refused') || !Array.isArray(node.arguments)) return [];
  const code = literal(node.arguments[0]);
  if (code === null) return [];
  const params = propertiesOf(node.arguments[1]).find((one) => nameOf(one.key) === 'params');
  const names = params === undefined ? [] : propertiesOf(params.value).map((one) => nameOf(one.key) ?? '');
  return [{ at: path, code, params: names.sort() }];
}

/** These lists document which reasons an endpoint may return; they return none themselves. */
function literalsIn(nodes: readonly Node[], isContract: boolean): string[] {
  const lists = isContract ? nodes.filter(({ type }) => type === 'ArrayExpression') : [];
  const listed = new Set<unknown>(lists.flatMap(({ elements }) => elements));
  return nodes.filter((node) => !listed.has(node)).flatMap((node) => literal(node) ?? []);
}

describe('reasons', () => {
  test.each(codes)('%s has a sentence in both languages with the same parameters', (code) => {
    const [english, indonesian] = texts.map((sentences) => sentences[keyOf(code)]);
    expect(english).toEqual(expect.stringMatching(/^[A-Z{].*[.!]$/));
    expect(indonesian).toEqual(expect.stringMatching(/^[A-Z{].*[.!]$/));
    expect(gapsIn(indonesian)).toEqual(gapsIn(english));
  });

  test('every sentence of a reason belongs to an existing reason', () => {
    const known = new Set(codes.map(keyOf));
    for (const sentences of texts)
      expect(Object.keys(sentences).filter((key) => key.startsWith('reason_') && !known.has(key))).toEqual([]);
  });

  test('every reason is given by a rule, a handler or a field of the contract', () => {
    const files = readSources().filter(
      ({ root, path }) =>
        (root === 'domain' || root === 'contract' || root === 'server') &&
        path !== 'domain/reasons.ts' &&
        path !== 'server/http/openapi.ts' &&
        !path.includes('.test.'),
    );
    const given = new Set(files.flatMap(({ root, nodes }) => literalsIn(nodes, root === 'contract')));
    expect(codes.filter((code) => !given.has(code))).toEqual([]);
  });

  test('every refusal provides all parameters of its sentence', () => {
    const unfilled = uses.filter(({ code, params }) => {
      const gaps = gapsIn(texts[0]?.[keyOf(code)]);
      return gaps.some((gap) => !params.includes(filledBy[gap] ?? gap));
    });
    expect(unfilled).toEqual([]);
    expect(uses.length).toBeGreaterThan(60);
  });

  test('the literal sentences of the specification are kept', () => {
    const english = texts[0] ?? {};
    expect(english.reason_field_required).toBe('This field is required.');
    expect(english.reason_worklog_end_before_start).toBe('End date must be after start date.');
    expect(english.reason_field_select_at_least_one).toBe('Please select at least one.');
    expect(english.reason_field_not_an_option).toBe('Please select one.');
    expect(english.reason_field_invalid_email).toBe('Invalid email address.');
    expect(english.reason_worklog_conflict).toBe(
      "This worklog conflicts with another worklog. Please review the list below and ensure that the date and time you're submitting is accurate.",
    );
  });
});
