// Repairs owner and permissions of a copied data directory: `cp -r` assigns files to the copying user, some disks and programs lose
// permissions. Root assigns it to the account that runs PostgreSQL; other users get an explanation.
// Links are not followed: their targets were not copied.
import { chmodSync, lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '../../start-refusal.ts';
import type { Account } from './account.ts';

/** No server may be using the directory. */
export function repairCopy(directory: string, account: Account): void {
  const owner = account ?? { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  const isPrivate = [0o700, 0o750].includes(lstatSync(directory).mode & 0o777);
  repair(directory, owner, { directory, account });
  if (!isPrivate) chmodSync(directory, 0o700);
}

type Owner = { uid: number; gid: number };
type Context = { directory: string; account: Account };

function repair(path: string, owner: Owner, context: Context): void {
  const stats = lstatSync(path);
  if (owner.uid >= 0 && stats.uid !== owner.uid) changeOwner(path, owner, context);
  if (stats.isSymbolicLink()) return;
  const needed = stats.isDirectory() ? 0o700 : 0o600;
  if (isWithout(stats, needed)) chmodSync(path, (stats.mode & 0o777) | needed);
  if (!stats.isDirectory()) return;
  for (const name of readdirSync(path)) repair(join(path, name), owner, context);
}

const isWithout = ({ mode }: Stats, needed: number): boolean => (mode & needed) !== needed;

function changeOwner(path: string, { uid, gid }: Owner, { directory, account }: Context): void {
  if (account !== null) {
    lchownSync(path, uid, gid);
    return;
  }
  throw new StartRefusal(
    `${path} belongs to another user (number ${lstatSync(path).uid}): Daybook, started as this one (number ${uid}), cannot ` +
      'use the database. Give it to this user, as root, and start again:',
    `  chown -R ${uid}:${gid} ${directory}`,
  );
}
