// docs/architecture.md draws the modules and lists what each imports. The list is compared with the imports of the code, and
// the modules of the server and the client, each feature by itself, must import in one direction. Small files are no modules.
import { expect, test } from 'vitest';
import { exportedNames, readSources, readText } from './support/sources.ts';

/** Folders that count as modules; every other folder of the server or the client is a feature. */
const parts = {
  server: [
    'backup',
    'config',
    'db',
    'doctor',
    'http',
    'identity',
    'jobs',
    'live',
    'mail',
    'metrics',
    'ports',
    'postgres-upgrade',
    'process',
    'report-process',
    'request',
    'secrets',
    'status',
    'tracing',
  ],
  client: ['routing', 'session', 'settings', 'live', 'shell', 'timers', 'token-sync', 'ui', 'worklog'],
};
/** Top-level files used everywhere in the server; the others start it. */
const logging = [
  'server/log.ts',
  'server/low-priority.ts',
  'server/limited-process.ts',
  'server/program.ts',
  'server/start-refusal.ts',
];
/** Top-level files of the client that count as modules, without extension; the others start it. */
const bases = [
  'api',
  'auth',
  'clock',
  'connection',
  'filters',
  'queries',
  'QueryProvider',
  'role-labels',
  'routes',
  'send',
  'storage',
  'toast',
].map((name) => `client/${name}`);

/** Folders that belong to a separate document: the signed-out pages, and the page of all components. */
const starts = ['signed-out', 'components'];

/** Each feature is a separate module; the files that start the client are compared one by one. */
function folderOf(path: string): string {
  const [root = '', folder = '', file] = path.split('/');
  if (root !== 'server' && root !== 'client') return root;
  if (file === undefined && root === 'client') return path.replace(/\.\w+$/, '');
  if (file === undefined) return logging.includes(path) ? 'server/log' : root;
  return `${root}/${folder}`;
}

/** All features of a root are one module. */
function moduleOf(path: string): string {
  const own = folderOf(path);
  const [root = '', folder] = own.split('/');
  if (folder === undefined || own === 'server/log' || (root !== 'server' && root !== 'client')) return own;
  if (bases.includes(own) || parts[root].includes(folder)) return own;
  return path.split('/').length === 2 || starts.includes(folder) ? root : `${root}/<feature>`;
}

test('the table of modules matches the imports of the code', () => {
  const rows = [...importsBetween(moduleOf)]
    .map(([own, others]) => `| ${own} | ${[...others].sort().join(', ')} |`)
    .sort();
  const page = readText('docs/architecture.md');
  expect(rows.filter((row) => !page.includes(`\n${row}\n`))).toEqual([]);
});

test('each arrow of the drawing is an import of the code', () => {
  const drawing = /```mermaid\n([^`]*)```/.exec(readText('docs/architecture.md'))?.[1] ?? '';
  // A module is drawn as `shell["client/shell: layouts, navigation"]`.
  const modules = new Map<string, string>();
  for (const [, id = '', name = ''] of drawing.matchAll(/(\w+)\["([^":]+)/g))
    modules.set(id, name.replace('&lt;', '<').replace('&gt;', '>'));
  const arrows = [...drawing.matchAll(/(\w+)(?:\["[^"]*"\])? (?:-->|-- types -->) (\w+)/g)].map(
    ([, from = '', to = '']) => ({ from: modules.get(from) ?? from, to: modules.get(to) ?? to }),
  );
  expect(arrows.length).toBe(drawing.split('-->').length - 1);
  const imported = importsBetween(moduleOf);
  expect(arrows.filter(({ from, to }) => !imported.get(from)?.has(to))).toEqual([]);
});

test.each(['server', 'client'])('no module of the %s imports, even through others, one that imports it', (root) => {
  const found = new Map([...importsBetween(folderOf)].filter(([own]) => own.startsWith(root)));
  const reachedFrom = (module: string, seen = new Set<string>()): Set<string> => {
    for (const other of found.get(module) ?? []) if (!seen.has(other)) reachedFrom(other, seen.add(other));
    return seen;
  };
  expect([...found.keys()].filter((module) => reachedFrom(module).has(module))).toEqual([]);
});

test('a small file with one export that one file of its folder imports is part of that file', () => {
  const importersOf = (path: string) =>
    sources.flatMap((importer) =>
      importer.imports.filter(({ file }) => file === path).map((one) => ({ importer, ...one })),
    );
  const place = (path: string) => path.slice(0, path.lastIndexOf('/'));
  // But for pages, what is loaded on demand or runs as a process, what a test imports, and where the other file would be too long.
  const wrong = code.filter(({ path, lines, nodes }) => {
    const [by, ...others] = importersOf(path);
    if (!by || others.length > 0 || by.isDynamic || by.isTypeOnly || /Page\.tsx$/.test(path)) return false;
    const isSmall = lines < 30 && exportedNames(nodes).length === 1 && by.importer.lines + lines <= 300;
    return isSmall && place(by.importer.path) === place(path);
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

const isTool = (root: string) => ['tests', 'bench', 'faults', 'scripts', 'seed', 'locales'].includes(root);
const sources = readSources();
const code = sources.filter(({ path, root }) => !/\.(test|spec|d)\.tsx?$/.test(path) && !isTool(root));

function importsBetween(placeOf: (path: string) => string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, imports } of code) {
    const own = placeOf(path);
    const others = imports.flatMap(({ file }) => (file === null ? [] : [placeOf(file)]));
    found.set(own, new Set([...(found.get(own) ?? []), ...others.filter((other) => other !== own)]));
  }
  return found;
}
