// The data folder of an installation, and its secret: generated once and never changed. It is generated only for a database
// without a secret fingerprint (db/secret-check.ts), and only after that database exists.

import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ReadConfig } from '../config/config.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';

type Source = Pick<ReadConfig, 'appSecret' | 'dataDir'>;

/** The configured or generated secret; null before it is generated. */
export function findAppSecret({ appSecret, dataDir }: Source): string | null {
  if (appSecret !== undefined) return appSecret;
  const path = secretFile(dataDir);
  refuseDanglingLink(path);
  try {
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EISDIR')) throw error;
    throw new StartRefusal(
      `${path} cannot be read by this user (number ${process.getuid?.()}). Give DATA_DIR to this user, as root, and start again:`,
      `  chown -R ${process.getuid?.()}:${process.getgid?.()} ${dataDir}`,
    );
  }
}

/** The configured or generated secret; generates one if there is none. */
export function ensureAppSecret(source: Source): string {
  const found = findAppSecret(source);
  if (found !== null) return found;
  makeDataDir(source.dataDir);
  const path = secretFile(source.dataDir);
  // Written to a temporary file and hard-linked: a killed start leaves no partial secret, and one of two starts wins.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  rmSync(draft);
  flushFolder(source.dataDir);
  return readFileSync(path, 'utf8').trim();
}

export const secretFile = (dataDir: string): string => join(dataDir, 'app-secret');

/** One folder at a time: Node's recursive mkdir does not terminate where folders cannot be created, such as under /proc. */
export function makeDataDir(path: string): void {
  const missing: string[] = [];
  for (let above = path; !existsSync(above); above = dirname(above)) missing.unshift(above);
  for (const folder of missing) refuseDanglingLink(folder);
  try {
    for (const folder of missing) mkdirSync(folder, { mode: 0o711 });
    accessSync(join(path, '.'), constants.W_OK | constants.X_OK);
  } catch {
    throw new StartRefusal(`DATA_DIR must be a folder that this user may write in, but it is "${path}".`);
  }
}

/** A symbolic link to a file or folder of an installation must have a target. */
export function refuseDanglingLink(path: string): void {
  if (existsSync(path) || !isLink(path)) return;
  throw new StartRefusal(
    `${path} is a symbolic link to ${resolve(dirname(path), readlinkSync(path))}, which is not there.`,
    'Mount the disk it is on, or restore the folder from a backup, and start again. Nothing was created or changed.',
  );
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    // A path without access is refused later, when something is written there.
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return false;
    throw error;
  }
}

/** The database is about to store the fingerprint of this secret: its file must not be lost in a power cut. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
