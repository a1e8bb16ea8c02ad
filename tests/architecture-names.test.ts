// Names of docs/STYLE.md that a program can check: words without meaning, and names that stand for two things.
import { expect, test } from 'vitest';
import { exportedNames, findings, isNode, mayImport, type Node, nameOf, readSources } from './support/sources.ts';

const code = readSources().filter(({ path }) => !/\.(test|spec)\.tsx?$/.test(path));

test('no folder and no name uses a word without meaning', () => {
  const folders = /(^|\/)(src|utils?|helpers?|common|core|services?|types)\//;
  const words =
    /(Service|Helper|Util|Processor|DTO|Dto|Impl)s?($|[A-Z])|^(Base|Abstract)[A-Z]|[a-z]Manager$|^(data|info|item)$/;
  expect(code.map(({ path }) => path).filter((path) => folders.test(path))).toEqual([]);
  expect(findings(code, ({ nodes }) => declaredNames(nodes).filter((name) => words.test(name)))).toEqual([]);
});

test('an exported name has one meaning: it is declared in one file', () => {
  const places = new Map<string, string[]>();
  for (const { path, nodes } of code)
    for (const name of exportedNames(nodes)) places.set(name, [...(places.get(name) ?? []), path]);
  const twice = [...places].filter(([, paths]) => new Set(paths).size > 1);
  expect(twice.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
});

test('an exported name is not used for something else in a file that could import it', () => {
  const production = code.filter(({ root }) => /^(domain|contract|client|server)$/.test(root));
  const exported = new Map(
    production.flatMap(({ path, root, nodes }) => exportedNames(nodes).map((name) => [name, { path, root }] as const)),
  );
  const wrong = findings(production, ({ root, path, nodes }) =>
    localNames(nodes).flatMap((name) => {
      const other = exported.get(name);
      return other && other.path !== path && mayImport[root].includes(other.root) ? [`${name} of ${other.path}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

/** The names of functions, classes, types and exported constants. */
function declaredNames(nodes: readonly Node[]): string[] {
  const named = /^(FunctionDeclaration|ClassDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/;
  const local = nodes.filter(({ type }) => named.test(type)).map(({ id }) => nameOf(id) ?? '');
  return [...new Set([...local, ...exportedNames(nodes)])];
}

/** Of the top level. A part that is loaded on demand keeps its name. */
function localNames(nodes: readonly Node[]): string[] {
  const [program] = nodes;
  const statements = Array.isArray(program?.body) ? program.body.filter(isNode) : [];
  return statements.flatMap(({ declarations, id }) => {
    const declared = Array.isArray(declarations)
      ? declarations.filter(isNode).filter((one) => !isLoadedOnDemand(one))
      : [];
    return [id, ...declared.map((one) => one.id)].map((one) => nameOf(one)).filter((name) => name !== null);
  });
}

/** `lazy(() => import(…))` and the like. */
const isLoadedOnDemand = ({ init }: Node): boolean => isNode(init) && /"ImportExpression"/.test(JSON.stringify(init));
