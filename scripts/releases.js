// The releases beside the clone, in .releases: npm run upgrade installs them there, and npm start runs the active one.
// Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, root } from './ensure.js';

export const folder = join(root, '.releases');
const record = join(folder, 'active.json');

/** Runs git in the clone and returns what it prints. */
export function git(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (error) giveUp('git was not found. Install it: npm run upgrade fetches releases with it.');
  if (status !== 0) giveUp(`git ${args.join(' ')} failed:`, ...stderr.trim().split('\n'));
  return stdout.trim();
}

/**
 * The active release and the previous one, each with `commit` and `directory`. Without an upgrade, or after the clone itself was
 * moved to another commit (git pull), the active release is the clone.
 */
export function activeReleases() {
  const clone = { commit: undefined, directory: root };
  if (!existsSync(record)) return { active: clone, previous: undefined };
  const { cloneCommit, active, previous } = JSON.parse(readFileSync(record, 'utf8'));
  const isUsable =
    cloneCommit === git('rev-parse', 'HEAD') && existsSync(join(active.directory, 'scripts', 'start.js'));
  return isUsable ? { active, previous } : { active: clone, previous: undefined };
}

export function recordReleases(active, previous) {
  mkdirSync(folder, { recursive: true });
  const draft = `${record}.${process.pid}`;
  const content = { cloneCommit: git('rev-parse', 'HEAD'), active, previous };
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { flush: true });
  renameSync(draft, record);
}
