// Creates a data directory atomically: everything is prepared in a temporary folder beside it, which is renamed at the end.
// Roles: `postgres` (superuser, not used by the server), `daybook_owner` (owns the schema, migrates, runs jobs) and `daybook_app`
// (serves requests under row-level security). Local connections are trusted: the only access is a socket inside a folder of mode
// 0700. WAL settings allow archiving, so that a backup needs no restart.
import { execFile, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { hasCode, StartRefusal } from '../../start-refusal.ts';
import { type Account, makePrivate, spawnIn } from './account.ts';
import { isAlive } from './process-table.ts';

export type NewCluster = {
  bin: string;
  directory: string;
  account: Account;
  locale: readonly string[];
  settings: Readonly<Record<string, string>>;
};

/** The built-in provider sorts the same on every machine and C library version. */
export const builtinLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/** In the configuration file rather than on the command line, so that a reload can change archive_command. */
export const durableSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '60',
  wal_level: 'replica',
  archive_mode: 'on',
  archive_command: 'true',
  max_wal_senders: '4',
  wal_compression: 'on',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

const roleStatements = [
  'create role daybook_owner login nosuperuser nocreatedb nocreaterole nobypassrls',
  'create role daybook_app login nosuperuser nocreatedb nocreaterole nobypassrls',
  'create database daybook owner daybook_owner',
  'revoke all on database daybook from public',
  'grant connect on database daybook to daybook_app',
];

export async function initialise({ bin, directory, account, locale, settings }: NewCluster): Promise<void> {
  removeLeftovers(directory);
  const partial = `${directory}.init-${process.pid}`;
  makePrivate(partial, account);
  try {
    const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--data-checksums', '--no-instructions'];
    const place = spawnIn(partial, account);
    await promisify(execFile)(join(bin, 'initdb'), ['-D', place.name, ...options, ...locale], place.options);
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    appendFileSync(join(partial, 'postgresql.conf'), `\n# Daybook\n${lines.join('')}`);
    await runSingleUser(bin, partial, account, roleStatements);
    renameSync(partial, directory);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST') && existsSync(join(directory, 'PG_VERSION'))) return;
    const reason = error instanceof Error ? error.message.trim().split('\n').slice(-3).join(' ') : String(error);
    throw new StartRefusal(`The database could not be created in ${directory}: ${reason}`);
  }
}

/** Runs statements (one per line) in single-user mode: no server, no socket, and an error ends it. */
async function runSingleUser(bin: string, directory: string, account: Account, statements: string[]): Promise<void> {
  const place = spawnIn(directory, account);
  const options = ['--single', '-D', place.name, '-c', 'exit_on_error=on', '-c', 'archive_mode=off', 'postgres'];
  const postgres = spawn(join(bin, 'postgres'), options, { ...place.options, stdio: ['pipe', 'ignore', 'pipe'] });
  postgres.stdin.end(`${statements.join('\n')}\n`);
  const [errors, code] = await Promise.all([
    text(postgres.stderr),
    new Promise((resolve, reject) => postgres.on('close', resolve).on('error', reject)),
  ]);
  if (code !== 0 || errors.includes('ERROR:')) throw new Error(errors);
}

/** Removes temporary folders of killed processes. */
function removeLeftovers(directory: string): void {
  const prefix = `${basename(directory)}.init-`;
  for (const name of readdirSync(dirname(directory))) {
    const pid = Number(name.slice(prefix.length));
    if (name.startsWith(prefix) && (pid === process.pid || !isAlive(pid)))
      rmSync(join(dirname(directory), name), { recursive: true, force: true });
  }
}
