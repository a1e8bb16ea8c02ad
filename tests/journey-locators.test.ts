// Journeys and staged screens find elements by role, label and state, like their users.
import { expect, test } from 'vitest';
import { literal, type Node, readSources } from './support/sources.ts';

/** A class in a selector. Text only for screen readers can be found only by its class. */
const byClass = /\[class\b|(^|[\s>+~,(*\]])\.(?!visually-hidden)[a-z_][\w-]*(?=$|[\s>+~,:)[.])/i;

test.each([
  ['main [class*=row] button', true],
  ['.card', true],
  ['main > .row:first-child', true],
  ['.visually-hidden', false],
  ['role=button[name=/^Approve/]', false],
  ['tests/journeys/support.ts', false],
])('the selector %j has a class: %j', (text, expected) => {
  expect(byClass.test(text)).toBe(expected);
});

test('journeys find elements by role, label and state, never by a class', () => {
  const wrong = readSources()
    .filter(({ path }) => /^tests\/(journeys|staging)\//.test(path))
    .flatMap(({ path, nodes }) =>
      nodes
        .map(textOf)
        .filter((text) => byClass.test(text))
        .map((text) => `${path}: ${text}`),
    );
  expect(wrong).toEqual([]);
});

/** The text of a literal, or of a template with an x for each value. */
function textOf(node: Node): string {
  const quasis = Array.isArray(node.quasis) ? node.quasis : [];
  return literal(node) ?? quasis.map((part) => Object(Object(part).value).cooked).join('x');
}
