// The folder of the unix socket: the data directory, or one under /tmp where its path is too long.
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Account } from './account.ts';

/** The path of a unix socket is limited to 107 bytes. */
export function chooseSocketFolder(directory: string, account: Account): string {
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= 107) return directory;
  const folder = mkdtempSync(`/tmp/${prefix}`);
  if (account !== null) chownSync(folder, account.uid, account.gid);
  return folder;
}

const prefix = 'daybook-socket-';

/** Removes only folders under /tmp, never the data directory. */
export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(prefix)) rmSync(folder, { recursive: true, force: true });
}
