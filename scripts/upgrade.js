// npm run upgrade: fetches the newest release, builds it beside the running one, and lets it take over without an interruption
// if Daybook runs with WORKERS. Otherwise the next npm start uses it.
// npm run upgrade -- v1.2        to a tag, a branch or a commit
// npm run upgrade -- --rollback  back to the previous release
// npm run upgrade -- --postgres  takes the embedded database into the PostgreSQL of the active release, while Daybook is stopped
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { giveUp, modernNode, root, toolEnvironment } from './ensure.js';
import { activeReleases, folder, git, recordReleases } from './releases.js';
import { askSupervisor } from './supervisor.js';

const [wanted, ...others] = process.argv.slice(2);
const isPostgres = wanted === '--postgres' && (others.length === 0 || (others.length === 2 && others[0] === '--from'));
if (!isPostgres && (others.length > 0 || (wanted?.startsWith('-') && wanted !== '--rollback')))
  giveUp(
    'Give one tag, branch or commit, or --rollback, or nothing for the newest release.',
    'For another major version of the embedded PostgreSQL: --postgres, with --from FOLDER for the programs of the old one.',
  );

process.chdir(root);
const dataDir = resolve(process.env.DATA_DIR || './data');
const lock = join(folder, 'lock');
takeLock();
try {
  const { active, previous } = activeReleases();
  if (isPostgres) upgradePostgres(active.directory);
  else if (wanted === '--rollback') await activate(previous ?? giveUp('There is no release to go back to.'), active);
  else await upgrade(active);
} finally {
  rmSync(lock, { force: true });
}

async function upgrade(active) {
  if (git('remote') !== '') git('fetch', '--quiet', '--tags');
  const commit = git('rev-parse', '--verify', `${wanted ?? '@{upstream}'}^{commit}`);
  const running = active.commit ?? git('rev-parse', 'HEAD');
  if (commit === running) return console.log(`This is already the release ${commit.slice(0, 12)}.`);
  const directory = join(folder, commit.slice(0, 12));
  console.log(`Building release ${commit.slice(0, 12)} beside the running one …`);
  build(commit, directory, active.directory);
  await activate({ commit, directory }, { ...active, commit: running });
}

/** By the programs of the release that the next start runs. */
function upgradePostgres(directory) {
  const node = modernNode();
  const { status } = spawnSync(node, [join(directory, 'server', 'postgres-upgrade', 'main.ts'), ...others], {
    stdio: 'inherit',
    env: { ...toolEnvironment(node), DATA_DIR: dataDir },
  });
  process.exitCode = status ?? 1;
}

/** In a folder of its own; what is unchanged since the active release is not installed or built again. */
function build(commit, directory, from) {
  if (!existsSync(join(directory, 'package.json'))) {
    rmSync(directory, { recursive: true, force: true });
    git('worktree', 'prune');
    git('worktree', 'add', '--quiet', '--detach', directory, commit);
  }
  const isSame = (file) => readFileSync(join(from, file), 'utf8') === readFileSync(join(directory, file), 'utf8');
  const reused = ['dist', 'locales/generated', ...(isSame('package-lock.json') ? ['node_modules'] : [])];
  for (const part of reused)
    if (existsSync(join(from, part)) && !existsSync(join(directory, part)))
      cpSync(join(from, part), join(directory, part), { recursive: true, verbatimSymlinks: true });
  const { status } = spawnSync(process.execPath, ['scripts/start.js', '--build'], { cwd: directory, stdio: 'inherit' });
  if (status !== 0) giveUp('The release could not be built; the reason is above. The running one was not changed.');
}

async function activate(next, before) {
  const answer = await askSupervisor(dataDir, next.directory);
  if (answer?.sentences) giveUp('The release could not take over. The running one continues:', ...answer.sentences);
  recordReleases(next, before);
  removeOthers([next.directory, before.directory]);
  const name = next.commit?.slice(0, 12) ?? 'of the clone';
  if (answer) console.log(`Release ${name} has taken over. To go back: npm run upgrade -- --rollback`);
  else
    console.log(`Release ${name} is used by the next npm start. (With WORKERS set, it takes over while Daybook runs.)`);
}

function removeOthers(kept) {
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    if (!kept.includes(join(folder, name))) git('worktree', 'remove', '--force', join(folder, name));
}

function takeLock() {
  mkdirSync(folder, { recursive: true });
  try {
    writeSync(openSync(lock, 'wx'), String(process.pid));
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const pid = Number(readFileSync(lock, 'utf8'));
    if (isAlive(pid)) giveUp(`Another upgrade is running (process ${pid}). Wait until it has ended.`);
    rmSync(lock);
    takeLock();
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
