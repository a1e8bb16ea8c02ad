// docs/architecture.md draws the modules and lists what each imports. The list is compared with the imports of the code, and
// the folders of the server, each feature by itself, must import in one direction.
import { expect, test } from 'vitest';
import { readSources, readText } from './support/sources.ts';

/** Folders that are modules of their own; every other folder of the server or the client is a feature. */
const parts = {
  server: ['config', 'db', 'http', 'identity', 'jobs', 'mail', 'ports', 'request', 'secrets'],
  client: ['routing', 'session', 'settings', 'live', 'shell', 'timers', 'ui', 'worklog'],
};
/** Used everywhere in the server; the other files at its top start it. */
const logging = ['server/log.ts', 'server/start-refusal.ts'];

/** Each feature is a module of its own. */
function folderOf(path: string): string {
  const [root = '', folder = '', file] = path.split('/');
  if (root !== 'server' && root !== 'client') return root;
  if (file === undefined) return logging.includes(path) ? 'server/log' : root;
  return `${root}/${folder}`;
}

/** All features of a root are one module. */
function moduleOf(path: string): string {
  const own = folderOf(path);
  const [root = '', folder] = own.split('/');
  if (folder === undefined || own === 'server/log' || (root !== 'server' && root !== 'client')) return own;
  return parts[root].includes(folder) ? own : `${root}/<feature>`;
}

test('the table of modules is what the code imports', () => {
  const rows = [...importsBetween(moduleOf)]
    .map(([own, others]) => `| ${own} | ${[...others].sort().join(', ')} |`)
    .sort();
  const page = readText('docs/architecture.md');
  expect(rows.filter((row) => !page.includes(`\n${row}\n`))).toEqual([]);
});

test('no folder of the server imports, even through others, one that imports it', () => {
  const found = new Map([...importsBetween(folderOf)].filter(([own]) => own.startsWith('server')));
  const reachedFrom = (module: string, seen = new Set<string>()): Set<string> => {
    for (const other of found.get(module) ?? []) if (!seen.has(other)) reachedFrom(other, seen.add(other));
    return seen;
  };
  expect([...found.keys()].filter((module) => reachedFrom(module).has(module))).toEqual([]);
});

const isTool = (root: string) => ['tests', 'bench', 'scripts', 'seed', 'locales'].includes(root);
const code = readSources().filter(({ path, root }) => !/\.(test|spec|d)\.tsx?$/.test(path) && !isTool(root));

function importsBetween(placeOf: (path: string) => string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, imports } of code) {
    const own = placeOf(path);
    const others = imports.flatMap(({ file }) => (file === null ? [] : [placeOf(file)]));
    found.set(own, new Set([...(found.get(own) ?? []), ...others.filter((other) => other !== own)]));
  }
  return found;
}
