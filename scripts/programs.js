// The programs that npm test needs beside the dependencies: Chromium, rsync and a PostgreSQL of the system. Installed where
// Debian packages can be. Run by itself it installs what is missing. Plain JavaScript for Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium, giveUp, headlessShell, installPackages, isRoot } from './ensure.js';

const file = fileURLToPath(import.meta.url);

if (process.argv[1] === file) {
  ensureChromium();
  ensureRsync();
  ensureSystemPostgres();
}

/** In a process of its own. Answers whether all of them are there; if not, it has said which is not. */
export function startInstallingPrograms() {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (status) => resolve(status === 0)));
}

export function hasSystemPostgres() {
  const folder = '/usr/lib/postgresql';
  return (
    existsSync(folder) &&
    readdirSync(folder).some((release) => Number(release) >= 15 && existsSync(`${folder}/${release}/bin/initdb`))
  );
}

/** Programs of Debian that faults/ uses, each with its package of the same name. */
const places = {
  strace: '/usr/bin/strace',
  faketime: '/usr/bin/faketime',
  haproxy: '/usr/sbin/haproxy',
  slowhttptest: '/usr/bin/slowhttptest',
};

/** @typedef {keyof typeof places} Program */

/** Installs a program unless it is there; false when that is not possible here.
 * @param {Program} name */
export function ensureProgram(name) {
  return existsSync(places[name]) || (installPackages(name) && existsSync(places[name]));
}

function ensureChromium() {
  if (!process.env.CHROMIUM_PATH && !existsSync(headlessShell)) installPackages('chromium-headless-shell');
  if (findChromium() || (installPackages('chromium') && findChromium())) return;
  giveUp(
    'The journeys need Chromium, which is not installed. Install it and run npm test again:',
    '  sudo apt-get install chromium',
    'or name the program of another Chromium: CHROMIUM_PATH=/path/to/chromium npm test',
  );
}

/** The tests of backups execute the commands that the documentation names. */
function ensureRsync() {
  const isInstalled = () => spawnSync('rsync', ['--version'], { stdio: 'ignore' }).status === 0;
  if (isInstalled() || (installPackages('rsync') && isInstalled())) return;
  giveUp(
    'The tests of backups need rsync, which is not installed. Install it and run npm test again:',
    '  sudo apt-get install rsync',
  );
}

/** Only its programs are needed: Debian must not create and start a database of its own. */
function ensureSystemPostgres() {
  if (!isRoot() || hasSystemPostgres() || !existsSync('/etc/debian_version')) return;
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (!existsSync(settings)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  installPackages('postgresql');
}
