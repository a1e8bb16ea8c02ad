// The files changed in the working tree and in the commits of this branch, including new files.
import { spawnSync } from 'node:child_process';

/** Compared with the main branch of the remote, else the local one; empty without either, or without git. */
export function changedFiles() {
  const base = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name).length > 0);
  if (base === undefined) return [];
  return [...git('diff', '--name-only', '--merge-base', base), ...git('ls-files', '--others', '--exclude-standard')];
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
