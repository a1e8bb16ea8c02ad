// The operating-system account of PostgreSQL. It refuses to run as root, so root starts it as an unprivileged account: the owner
// of an existing data directory, else `daybook` if the machine has such a user, else `nobody`.
// Started by an ordinary user, it runs as that user.
import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { StartRefusal } from '../../start-refusal.ts';

/** Null: the account of this process. */
export type Account = { uid: number; gid: number; name: string } | null;

export function accountFor(directory: string): Account {
  if (process.getuid?.() !== 0) return null;
  const owner = lstatSync(directory, { throwIfNoEntry: false });
  if (owner?.isDirectory() && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `number ${owner.uid}` };
  const account = accountNamed('daybook') ?? accountNamed('nobody');
  if (account === null)
    throw new StartRefusal('The embedded database needs a user "daybook" or "nobody" on this machine.');
  return account;
}

/** Options for spawn to run a program as that account, in a folder everybody can access, without our environment. */
export function spawnAs(account: Account) {
  const identity = account === null ? {} : { uid: account.uid, gid: account.gid };
  return { ...identity, cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
}

/** The working folder of a process, whatever its path: it is opened by root before switching to the account. */
export const workingFolder = '/proc/self/cwd';

/** How to pass the data directory: by path or, if the account cannot access a parent folder, as the working folder. */
export function spawnIn(directory: string, account: Account) {
  const options = spawnAs(account);
  if (canReach(directory, account)) return { name: directory, options };
  if (process.platform !== 'linux')
    throw new StartRefusal(
      `The database in ${directory} cannot be reached by the user that it runs as (${account?.name}): a folder above it ` +
        'is closed to other users. Choose another DATA_DIR.',
    );
  return { name: workingFolder, options: { ...options, cwd: directory } };
}

function canReach(directory: string, account: Account): boolean {
  if (account === null) return true;
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], spawnAs(account)).status === 0;
}

/** Creates a folder that only this account can access. */
export function makePrivate(directory: string, account: Account): void {
  mkdirSync(directory, { mode: 0o700 });
  if (account !== null) chownSync(directory, account.uid, account.gid);
}

function accountNamed(name: string): Account {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [login, , uid, gid] = line.split(':');
    if (login === name && uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid), name };
  }
  return null;
}
