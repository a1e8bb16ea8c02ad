// The folder of an installation, and the secret in it: generated at the first start, the same ever after.

import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config, ReadConfig } from './config.ts';
import { hasCode, StartRefusal } from './start-refusal.ts';

/** The secret of this installation: the configured one, else the one generated at the first start (readable by its owner only). */
export function keepAppSecret(config: ReadConfig): Config {
  if (config.appSecret !== undefined) return { ...config, appSecret: config.appSecret };
  const path = join(config.dataDir, 'app-secret');
  makeDataDir(config.dataDir);
  if (!existsSync(path)) {
    // Written aside and linked: a start that is killed here leaves no half a secret, and of two starts one wins.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    rmSync(draft);
  }
  return { ...config, appSecret: readFileSync(path, 'utf8').trim() };
}

/** Folder by folder: Node's recursive mkdir never ends where none can be made, such as under /proc. */
export function makeDataDir(path: string): void {
  const missing: string[] = [];
  for (let above = path; !existsSync(above); above = dirname(above)) missing.unshift(above);
  try {
    for (const folder of missing) mkdirSync(folder, { mode: 0o711 });
    accessSync(join(path, '.'), constants.W_OK | constants.X_OK);
  } catch {
    throw new StartRefusal(`DATA_DIR must be a folder that this user may write in, but it is "${path}".`);
  }
}
