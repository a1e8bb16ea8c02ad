// Comments, test titles and documents use ordinary words (docs/STYLE.md, "Comments"). This list contains the words that were
// replaced, so that they do not return.
import { expect, test } from 'vitest';
import { filesIn, isNode, literal, type Node, nameOf, readSources, readText } from './support/sources.ts';

/** What to avoid, and what to write instead. */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/\bwho(m|so)?ever\b/i, 'everybody who, the person who'],
  [/\bone[’']s\b|\b(what|which|that|where) one (may|can|must|has|sees|does)\b/i, 'their, the caller’s own'],
  [/\b(go|goes|going|went) on\b/i, 'continue'],
  [/\b(tell|tells|told|telling)\b/i, 'notify, report, show, return'],
  [/\b(lend|lends|lent)\b/i, 'delegate'],
  [/\bmend(s|ed|ing)?\b/i, 'correct, repair'],
  [/\breckon(s|ed|ing)?\b/i, 'compute'],
  [/\b(throw|throws|threw|thrown) away\b/i, 'delete, discard'],
  [/\b(turn|turns|turned) away\b/i, 'refuse, redirect'],
  [/\bput(s|ting)? aside\b/i, 'dismiss, replace'],
  [/\b(goes|went|gone) away\b/i, 'unavailable, absent'],
  [
    /\bkept waiting\b|\bno news\b|\bby and by\b|\bin vain\b|\bfor ever\b|\bas it were\b|\bfeels? like\b/i,
    'plain words',
  ],
  [/\bfails? (closed|open)\b/i, 'refuses (allows) in case of doubt'],
  [/\blook(s|ed|ing)? at (it|them|once|twice|again)\b|\b(was|were|is|are|be) looked at\b/i, 'see, check, read'],
  [/\bthe one before\b/i, 'the previous one'],
  [/\bso many\b(?! \w+ that)|\bso long ago\b/i, 'that many'],
  [/\bhalf (done|made|written)\b/i, 'incomplete'],
  [/\bunder the eyes\b|\b(says?|saying) goodbye\b|\bfarewell\b|\bthe hands of\b/i, 'no personification'],
  [/\bdoors?\b|\bhouses?\b|\bwalls\b/i, 'no metaphors'],
  [/\b(ought|shall|lest|upon|anew|hence|whence|wherein|therein|thereof|hereby|wicked)\b/i, 'a word of today'],
];

/** Words that are no part of a name. `hold` is a noun of stable lists; as a verb it begins a name. */
const avoidedInNames: readonly (readonly [RegExp, string])[] = [
  [/^(tells?|told|telling)$/, 'notify, report, print, send'],
  [/^(say|says|said)$/, 'show, report, output'],
  [/^asked$/, 'requested, input, query'],
  [/^(forgets?|forgot|forgotten|forgetting)$/, 'delete, clear, remove'],
  [/^(lends?|lent)$/, 'delegate'],
  [/^(mends?|mended|mending)$/, 'correct, repair'],
  [/^(farewell|goodbye)$/, 'notify, send'],
];

const sources = readSources().filter(({ path }) => path !== 'tests/architecture-words.test.ts');
const documents = ['AGENTS.md', 'README.md', ...filesIn('docs', /\.md$/), ...filesIn('bench', /\.md$/)];

/** `tellOutcomes`, `hold_task`, `forget-receipts`. */
function avoidedNames(path: string, names: readonly string[]): string[] {
  return [...new Set(names)].flatMap((name) => {
    const parts = name
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _-]/);
    const found = avoidedInNames.find(([word]) => parts.some((part) => word.test(part)));
    if (found) return [`${path}: ${name} (better: ${found[1]})`];
    return parts.length > 1 && parts[0] === 'hold' ? [`${path}: ${name} (better: lock, delay)`] : [];
  });
}

const wordsIn = (path: string, texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    avoided.flatMap(([word, better]) => {
      const found = word.exec(text);
      return found ? [`${path}: "${found[0]}" (better: ${better}) in: ${text.trim().slice(0, 80)}`] : [];
    }),
  );

test.each(['do not tell', 'whoever reads', 'goes on', 'what one may see', 'the work is half done', 'mended'])(
  'the list would report: %s',
  (text) => {
    expect(wordsIn('a file', [text])).toHaveLength(1);
  },
);

test('comments use ordinary words', () => {
  const comments = sources.flatMap(({ path, comments }) => wordsIn(path, comments));
  const others = [...filesIn('client', /\.css$/), ...filesIn('scripts', /\.js$/)].flatMap((path) =>
    wordsIn(path, readText(path).match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []),
  );
  expect([...comments, ...others]).toEqual([]);
});

test('test titles use ordinary words', () => {
  expect(sources.flatMap(({ path, nodes }) => wordsIn(path, nodes.flatMap(titleOf)))).toEqual([]);
});

test('documents use ordinary words', () => {
  expect(documents.flatMap((path) => wordsIn(path, readText(path).split('\n')))).toEqual([]);
});

test.each(['tellOutcomes', 'maxAskedTasks', 'hold_task', 'forget-receipts', 'Said'])(
  'names with avoided words would be reported: %s',
  (name) => {
    expect(avoidedNames('a file', [name])).toHaveLength(1);
  },
);

test('names use ordinary words', () => {
  // The columns of the database have the names that they were created with.
  const code = sources.filter(({ path }) => path !== 'server/db/schema.ts');
  expect(code.flatMap(({ path, nodes }) => avoidedNames(path, nodes.flatMap(namesOf)))).toEqual([]);
});

test('jobs and what migrations create from 0058 on have names of ordinary words', () => {
  const tasks = sources.filter(({ path }) => path === 'server/jobs/tasks.ts');
  const jobs = tasks.flatMap(({ nodes }) => nodes.flatMap(jobNames));
  expect(jobs).toContain('send-mail');
  expect(avoidedNames('server/jobs/tasks.ts', jobs)).toEqual([]);
  const migrations = filesIn('server/db/migrations', /\.sql$/).filter(
    (path) => (path.split('/').at(-1) ?? '') >= '0058',
  );
  expect(migrations).not.toEqual([]);
  expect(migrations.flatMap((path) => avoidedNames(path, createdNames(readText(path))))).toEqual([]);
  expect(migrations.flatMap((path) => wordsIn(path, readText(path).match(/--.*$/gm) ?? []))).toEqual([]);
});

/** What a node declares: variables, functions, types, parameters and the fields of types. */
function namesOf(node: Node): string[] {
  return declaredIn(node)
    .map((one) => nameOf(one))
    .filter((name) => name !== null);
}

function declaredIn({ type, id, params, key, properties, elements }: Node): unknown[] {
  const parameters: unknown[] = Array.isArray(params) ? params : [];
  if (/^(VariableDeclarator|Class|TSTypeAlias|TSInterface)/.test(type)) return [id];
  if (/Function/.test(type)) return [id, ...parameters];
  if (type === 'TSPropertySignature') return [key];
  if (type === 'ArrayPattern' && Array.isArray(elements)) return elements;
  if (type === 'ObjectPattern' && Array.isArray(properties))
    return properties.map((one: unknown) => (isNode(one) ? one.value : null));
  return [];
}

/** The key of `'send-mail': { run: … }`. */
function jobNames({ type, key, value }: Node): string[] {
  const isJob =
    isNode(value) &&
    Array.isArray(value.properties) &&
    value.properties.some((one: unknown) => isNode(one) && nameOf(one.key) === 'run');
  const name = literal(key) ?? nameOf(key);
  return type === 'Property' && isJob && name !== null ? [name] : [];
}

const createdNames = (sql: string): string[] =>
  [
    ...sql.matchAll(
      /\b(?:create (?:or replace )?(?:unique )?(?:function|table|index|trigger|policy|view|type)(?: concurrently)?(?: if not exists)?|add column(?: if not exists)?|add constraint|rename to|to) (\w+)/g,
    ),
  ].map(([, name = '']) => name);

/** The title of `test('…', …)`, `describe.each(…)('…', …)` and the like. */
function titleOf({ type, callee, arguments: given }: Node): string[] {
  if (type !== 'CallExpression' || !Array.isArray(given) || !/^(test|it|describe)$/.test(calledName(callee))) return [];
  const [title]: unknown[] = given;
  if (isNode(title) && title.type === 'TemplateLiteral' && Array.isArray(title.quasis))
    return [title.quasis.map((part) => JSON.stringify(isNode(part) ? part.value : '')).join(' ')];
  return [literal(title) ?? ''];
}

/** `test` of `test`, `test.step` and `test.each([…])`. */
function calledName(callee: unknown): string {
  if (!isNode(callee)) return '';
  return nameOf(callee) ?? calledName(callee.type === 'CallExpression' ? callee.callee : callee.object);
}
