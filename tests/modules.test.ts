// docs/architecture.md draws the modules and lists what each imports. The list is compared with the imports of the code, and
// the modules of the server must import in one direction.
import { expect, test } from 'vitest';
import { readSources, readText } from './support/sources.ts';

/** Folders that are modules of their own; every other folder of the server or the client is a feature. */
const parts = {
  server: ['config', 'db', 'http', 'identity', 'jobs', 'mail', 'ports', 'request', 'secrets'],
  client: ['routing', 'session', 'settings', 'live', 'shell', 'timers', 'ui', 'worklog'],
};
/** Used everywhere in the server; the other files at its top start it. */
const logging = ['server/log.ts', 'server/start-refusal.ts'];

function moduleOf(path: string): string {
  const [root = '', folder = '', file] = path.split('/');
  if (root !== 'server' && root !== 'client') return root;
  if (file === undefined) return logging.includes(path) ? 'server/log' : root;
  return `${root}/${parts[root].includes(folder) ? folder : '<feature>'}`;
}

test('the table of modules is what the code imports', () => {
  const rows = [...importsOfModules()].map(([own, others]) => `| ${own} | ${[...others].sort().join(', ')} |`).sort();
  const page = readText('docs/architecture.md');
  expect(rows.filter((row) => !page.includes(`\n${row}\n`))).toEqual([]);
});

test('no module of the server imports, even through others, one that imports it', () => {
  const found = new Map([...importsOfModules()].filter(([own]) => own.startsWith('server')));
  const reachedFrom = (module: string, seen = new Set<string>()): Set<string> => {
    for (const other of found.get(module) ?? []) if (!seen.has(other)) reachedFrom(other, seen.add(other));
    return seen;
  };
  expect([...found.keys()].filter((module) => reachedFrom(module).has(module))).toEqual([]);
});

function importsOfModules(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const code = readSources().filter(({ path, root }) => !/\.(test|spec|d)\.tsx?$/.test(path) && !isTool(root));
  for (const { path, imports } of code) {
    const own = moduleOf(path);
    const others = imports.flatMap(({ file }) => (file === null ? [] : [moduleOf(file)]));
    found.set(own, new Set([...(found.get(own) ?? []), ...others.filter((other) => other !== own)]));
  }
  return found;
}

const isTool = (root: string) => ['tests', 'bench', 'scripts', 'seed', 'locales'].includes(root);
