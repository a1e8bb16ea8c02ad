// npm start: installs what is missing, builds what is out of date, and runs the server.
// --demo  with a sample company in ./demo-data
// --dev   the server restarts and the browser updates when a file is saved
// --build only installs and builds
import { spawn } from 'node:child_process';
import nodeModule from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  compileCache,
  ensureClient,
  ensureDependencies,
  ensureMessages,
  giveUp,
  modernNode,
  root,
  toolEnvironment,
} from './ensure.js';
import { activeReleases } from './releases.js';

const options = process.argv.slice(2);
const unknown = options.find((option) => !['--demo', '--dev', '--build'].includes(option));
if (unknown) giveUp(`${unknown} is not an option of npm start. There are --demo, --dev and --build.`);
const isDev = options.includes('--dev');

process.chdir(root);
const { active } = activeReleases();
if (options.length === 0 && active.directory !== root) {
  process.env.DATA_DIR = resolve(process.env.DATA_DIR || './data');
  await import(pathToFileURL(join(active.directory, 'scripts', 'start.js')).href);
} else await start();

async function start() {
  if (options.includes('--demo')) {
    process.env.DAYBOOK_DEMO = '1';
    if (process.env.LANG?.startsWith('id')) process.env.DAYBOOK_DEMO_LANGUAGE ||= 'id';
    process.env.DATA_DIR ||= './demo-data';
  }

  ensureDependencies();
  const node = modernNode();
  ensureMessages(node);
  if (!isDev) ensureClient(node);
  if (options.includes('--build')) return;

  if (isDev) {
    process.env.BASE_URL ||= 'http://localhost:5173';
    process.env.API_URL ||= `http://127.0.0.1:${process.env.PORT || 3000}`;
    await untilFirstEnds(
      child(node, ['--watch', '--watch-preserve-output', 'server/main.ts']),
      child(node, ['node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort']),
    );
  } else if (node === process.execPath) {
    endWithNpm();
    nodeModule.enableCompileCache(compileCache);
    // For the processes that the server starts.
    process.env.NODE_COMPILE_CACHE = compileCache;
    await import('../server/main.ts');
  } else {
    await untilFirstEnds(child(node, [...process.execArgv, fileURLToPath(import.meta.url), ...options]));
  }
}

/** The IPC channel lets a child detect that this process was killed, and end too. */
function child(node, args) {
  return spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: toolEnvironment(node) });
}

async function untilFirstEnds(...children) {
  const endAll = (signal) => {
    for (const each of children) if (each.exitCode === null) each.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(signal));
  const ends = children.map((each) => new Promise((resolve) => each.once('exit', (code) => resolve(code ?? 1))));
  const code = await Promise.race(ends);
  endAll('SIGTERM');
  await Promise.all(ends);
  process.exitCode = code;
}

/** If npm itself is killed it cannot forward the signal; an orphaned server would keep the port and the data directory. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.channel) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
