// No way round the types: no casts, also no disguised ones, and no effects or HTML that the rules of React do not see.
import { describe, expect, test } from 'vitest';
import { findings, isNode, literal, type Node, nameOf, readSources, type Source } from './support/sources.ts';

const sources = readSources();
const code = sources.filter(({ path }) => !/\.(test|spec)\.tsx?$/.test(path));

describe('no way round the types', () => {
  const isConst = (node: Node) => isNode(node.typeAnnotation) && nameOf(node.typeAnnotation.typeName) === 'const';
  const isCallOf = ({ callee }: Node, name: string) =>
    isNode(callee) && nameOf(callee.object) === 'JSON' && nameOf(callee.property) === name;
  const firstArgument = ({ arguments: given }: Node, name: string) =>
    Array.isArray(given) && isNode(given[0]) && isCallOf(given[0], name);
  const detourOf = (node: Node): string | null => {
    switch (node.type) {
      case 'TSAnyKeyword':
        return 'any';
      case 'TSAsExpression':
        return isConst(node) ? null : 'as';
      case 'TSTypeAssertion':
        return 'a type assertion';
      case 'TSNonNullExpression':
        return '!';
      case 'TSEnumDeclaration':
        return 'an enum';
      case 'TSParameterProperty':
        return 'a parameter property';
      case 'CallExpression':
        return isCallOf(node, 'parse') && firstArgument(node, 'stringify') ? 'a cast through JSON' : null;
      case 'TSModuleDeclaration':
        return node.declare || literal(node.id) !== null ? null : 'a namespace';
      default:
        return null;
    }
  };

  test('no any, no as except as const, no !, no syntax that cannot be erased', () => {
    const wrong = findings(sources, ({ nodes }) =>
      nodes.flatMap((node) => {
        const found = detourOf(node);
        return found === null ? [] : [`has ${found}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('JSON gets a type by a schema or a guard', () => {
    // The two clients of the API: the server has validated each response by the schema of its endpoint.
    const clients = ['client/api.ts', 'tests/support/app.ts'];
    const isUntyped = (annotation: unknown): boolean =>
      !isNode(annotation) || /^(Promise<)?unknown>?$/.test(annotationText(annotation));
    const wrong = findings(
      sources.filter(({ path }) => !clients.includes(path)),
      (source) =>
        source.nodes.flatMap((node) => {
          const declared = node.type === 'VariableDeclarator' && isNode(node.id) ? node.id.typeAnnotation : undefined;
          const given = node.type === 'VariableDeclarator' ? node.init : returnedBy(node);
          const annotation = declared ?? (node.type === 'VariableDeclarator' ? undefined : node.returnType);
          return isNode(annotation) && isParsedJson(given) && !isUntyped(annotation) ? [textOf(source, node)] : [];
        }),
    );
    expect(wrong).toEqual([]);

    function annotationText(annotation: Node): string {
      const inner = annotation.typeAnnotation;
      if (!isNode(inner)) return '';
      if (inner.type === 'TSUnknownKeyword') return 'unknown';
      const parameters = isNode(inner.typeArguments) ? inner.typeArguments.params : undefined;
      const isPromiseOfUnknown =
        nameOf(inner.typeName) === 'Promise' &&
        Array.isArray(parameters) &&
        parameters.every((one) => isNode(one) && one.type === 'TSUnknownKeyword');
      return isPromiseOfUnknown ? 'Promise<unknown>' : 'another';
    }
  });

  test('a record whose values differ in type is made by recordByName only', () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        path !== 'domain/record-of.ts' && /\): readonly unknown\[\] =>|: unknown\[\]\[\] =/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('a check is switched off only with a reason', () => {
    const off =
      /@ts-(ignore|expect-error|nocheck)|biome-ignore(?! \w+\/\w+\/\w+: \w)|eslint-disable|\b(test|it|describe)\.(skip|only|todo)\b|\bTODO\b|\bFIXME\b/;
    const wrong = sources.filter(({ path, text }) => path !== 'tests/architecture-types.test.ts' && off.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('the browser does not fetch or derive state in effects, and writes no HTML', () => {
    const wrong = findings(
      code.filter(({ root }) => root === 'client'),
      ({ text }) =>
        ['dangerouslySetInnerHTML', 'innerHTML', 'insertAdjacentHTML', 'document.write'].filter((word) =>
          text.includes(word),
        ),
    );
    expect(wrong).toEqual([]);
  });
});

/** `JSON.parse(…)`, `await response.json()`, also as one side of a condition. */
function isParsedJson(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'ConditionalExpression') return isParsedJson(value.consequent) || isParsedJson(value.alternate);
  if (value.type === 'AwaitExpression') return isParsedJson(value.argument);
  const { callee } = value;
  if (value.type !== 'CallExpression' || !isNode(callee)) return false;
  return (
    nameOf(callee.property) === 'json' || (nameOf(callee.object) === 'JSON' && nameOf(callee.property) === 'parse')
  );
}

/** The expression of an arrow function, or what the last statement of a function returns. */
function returnedBy({ type, body }: Node): unknown {
  if (!/Function/.test(type) || !isNode(body)) return undefined;
  if (body.type !== 'BlockStatement') return body;
  const last = Array.isArray(body.body) ? body.body.at(-1) : undefined;
  return isNode(last) && last.type === 'ReturnStatement' ? last.argument : undefined;
}

const textOf = ({ text }: Source, { start, end }: Node): string => text.slice(Number(start), Number(end));
