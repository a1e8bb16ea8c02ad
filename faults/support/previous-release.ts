// An earlier release of this program, from the history of git: the last one before the newest migrations. It is a folder that can make
// data and serve, with the installed dependencies of this one.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '#server/db/migration-files.ts';

const root = join(import.meta.dirname, '../..');
/** Enough for every kind of change to tables that people use. */
const newer = 8;

/** Null without the history, as in an archive or a shallow clone. */
export function findPreviousCommit(): string | null {
  const file = `server/db/migrations/${readMigrations().at(-newer)?.name}`;
  try {
    const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', file);
    return git('rev-parse', '--verify', '--quiet', `${added}^`);
  } catch {
    return null;
  }
}

/** `folder` must not exist. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder);
  const archive = execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 500_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/compile-messages.js'], { cwd: folder, stdio: 'ignore' });
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
