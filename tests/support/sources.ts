// The source files for the architecture tests: parsed, with their imports and declared names.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseSync } from 'vite';

const home = join(import.meta.dirname, '..', '..');

export const roots = [
  'domain',
  'contract',
  'server',
  'client',
  'locales',
  'seed',
  'tests',
  'bench',
  'faults',
  'scripts',
] as const;
export type Root = (typeof roots)[number];

/** Scripts, tests and measurements may import everything. */
export const mayImport: Record<Root, readonly Root[]> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  server: ['server', 'contract', 'domain', 'locales'],
  client: ['client', 'contract', 'domain', 'locales'],
  locales: ['locales', 'domain'],
  seed: ['seed', 'server', 'contract', 'domain'],
  tests: roots,
  bench: roots,
  faults: roots,
  scripts: roots,
};

export type Import = {
  /** The import path in the source. */
  from: string;
  /** The path from the project folder if it is one of our files, else null. */
  file: string | null;
  names: string[];
  isTypeOnly: boolean;
  /** A dynamic import. */
  isDynamic: boolean;
};

export type Source = {
  path: string;
  root: Root;
  text: string;
  lines: number;
  imports: Import[];
  nodes: Node[];
  comments: string[];
};

/** A node of the syntax tree, with the properties that the rules use. */
export type Node = Record<string, unknown> & { type: string };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Every .ts and .tsx file of the roots, except generated ones. Parsed once per worker: it takes seconds. */
export function readSources(): readonly Source[] {
  sources ??= roots.flatMap((root) => filesIn(root).map((path) => readSource(root, path)));
  return sources;
}

let sources: readonly Source[] | undefined;

/** The files below a folder of the project, as paths relative to it. */
export function filesIn(folder: string, ends: RegExp = /\.tsx?$/): string[] {
  if (!existsSync(join(home, folder))) return [];
  return readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ends.test(entry.name))
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('/generated/') && !path.includes('node_modules'))
    .sort();
}

/** "file: finding", so that a failing rule names the file. */
export const findings = (files: readonly Source[], rule: (source: Source) => readonly string[]): string[] =>
  files.flatMap((source) => rule(source).map((finding) => `${source.path}: ${finding}`));

export const readText = (path: string): string => readFileSync(join(home, path), 'utf8');

function readSource(root: Root, path: string): Source {
  const text = readText(path);
  const { program, errors, comments } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const nodes = nodesIn(program);
  return {
    path,
    root,
    text,
    lines: text.split('\n').length - 1,
    nodes,
    imports: importsOf(path, nodes),
    comments: comments.map(({ value }) => value),
  };
}

/** The nodes below a value, each before those inside it. */
function nodesIn(value: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(value)) for (const one of value) nodesIn(one, found);
  else if (isNode(value)) {
    found.push(value);
    for (const child of Object.values(value)) if (typeof child === 'object') nodesIn(child, found);
  }
  return found;
}

function importsOf(path: string, nodes: readonly Node[]): Import[] {
  return nodes.flatMap((node) => {
    const isStatic = /^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type);
    const from = isStatic || node.type === 'ImportExpression' ? literal(node.source) : null;
    if (from === null) return [];
    const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
    const isType = (one: Node) => one.importKind === 'type' || one.exportKind === 'type';
    const isTypeOnly = isType(node) || (specifiers.length > 0 && specifiers.every(isType));
    const names = specifiers.map((one) => nameOf(one.imported ?? one.local) ?? '*');
    return [{ from, file: resolve(path, from), names, isTypeOnly, isDynamic: !isStatic }];
  });
}

function resolve(path: string, from: string): string | null {
  if (from.startsWith('.')) return normalize(join(dirname(path), from));
  if (from.startsWith('#locales/')) return from.replace('#locales/', 'locales/generated/');
  if (from.startsWith('#labels/')) return from.replace('#labels/', 'locales/labels/');
  return from.startsWith('#') ? from.slice(1) : null;
}

export const literal = (value: unknown): string | null =>
  isNode(value) && value.type === 'Literal' && typeof value.value === 'string' ? value.value : null;

export const nameOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'Identifier' && typeof value.name === 'string' ? value.name : null;

export function exportedNames(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
    const { declarations, id } = declaration;
    const declared: unknown[] = Array.isArray(declarations) ? declarations.map((one) => isNode(one) && one.id) : [id];
    return declared.map((one) => nameOf(one)).filter((name) => name !== null);
  });
}
