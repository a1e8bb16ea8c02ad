// The programs that npm test needs beside the dependencies: Chromium, rsync, a PostgreSQL of the system, pgBackRest and promtool.
// Installed where Debian packages can be. Run by itself it installs what is missing. Plain JavaScript for Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, giveUp, headlessShell, installPackages, isRoot, root } from './ensure.js';

const file = fileURLToPath(import.meta.url);
const ownPromtool = join(root, 'dist', 'programs', 'usr', 'bin', 'promtool');

if (process.argv[1] === file) {
  // It only waits for the network, and needs no lock of Debian's packages.
  const unpacked = hasPromtool() ? true : unpackPromtool();
  ensureChromium();
  ensureRsync();
  ensureSystemPostgres();
  ensurePgbackrest();
  await unpacked;
  await ensurePromtool();
}

/** In a process of its own. Answers whether all of them are there; if not, it has said which is not. */
export function startInstallingPrograms() {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (status) => resolve(status === 0)));
}

/** The programs of Debian's newest PostgreSQL, at least 15; undefined if none is installed. */
export function findSystemBinaries() {
  const folder = '/usr/lib/postgresql';
  const releases = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const newest = Math.max(0, ...releases.filter((release) => existsSync(join(folder, `${release}`, 'bin', 'initdb'))));
  return newest >= 15 ? join(folder, `${newest}`, 'bin') : undefined;
}

export function hasSystemPostgres() {
  return findSystemBinaries() !== undefined;
}

/** The programs of a PostgreSQL with Citus: CITUS_BIN, or those of the newest one installed. Undefined if Citus is not installed. */
export function findCitusBinaries() {
  const bin = process.env.CITUS_BIN ?? findSystemBinaries();
  return bin !== undefined && existsSync(join(bin, '..', 'lib', 'citus.so')) ? bin : undefined;
}

/** Programs of Debian that faults/ uses, each with the name of its package. */
const places = {
  strace: '/usr/bin/strace',
  faketime: '/usr/bin/faketime',
  haproxy: '/usr/sbin/haproxy',
  slowhttptest: '/usr/bin/slowhttptest',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
};

/** @typedef {keyof typeof places | 'postgresql'} Program */

/** Installs a program unless it is there; false when that is not possible here.
 * @param {Program} name */
export function ensureProgram(name) {
  if (name === 'postgresql') {
    ensureSystemPostgres();
    return hasSystemPostgres();
  }
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

export function hasPgbackrest() {
  return spawnSync('pgbackrest', ['version'], { stdio: 'ignore' }).status === 0;
}

function ensurePgbackrest() {
  if (isRoot() && hasSystemPostgres() && !hasPgbackrest()) installPackages('pgbackrest');
}

/** The program that checks what Prometheus reads: of the machine, or unpacked here. */
export function findPromtool() {
  return existsSync(ownPromtool) ? ownPromtool : 'promtool';
}

function hasPromtool() {
  return spawnSync(findPromtool(), ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Only this program: Debian's package would also install a server and start it. */
async function unpackPromtool() {
  const folder = join(root, 'dist', 'programs');
  mkdirSync(folder, { recursive: true });
  const script =
    'apt-get -qq download prometheus && dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool; rm -f prometheus_*.deb';
  const child = spawn('sh', ['-c', script], { cwd: folder, stdio: 'ignore' });
  await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
}

async function ensurePromtool() {
  if (hasPromtool()) return;
  // The lists of packages may have been missing.
  if (isRoot()) spawnSync('apt-get', ['-qq', 'update'], { stdio: 'ignore' });
  await unpackPromtool();
  if (hasPromtool()) return;
  rmSync(join(root, 'dist', 'programs'), { recursive: true, force: true });
  giveUp(
    'The tests of the alerts need promtool, which is not installed. Install it and run npm test again:',
    '  sudo apt-get install prometheus',
  );
}
