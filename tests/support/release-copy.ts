// Another release, for tests of upgrades: the same programs in another folder.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';

const root = dirname(dirname(import.meta.dirname));

export function copyOfRelease(): string {
  const folder = mkdtempSync('/tmp/daybook-release-');
  for (const part of ['contract', 'domain', 'locales', 'seed', 'server', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'dist']) symlinkSync(join(root, part), join(folder, part));
  return folder;
}

/** As after a build from changed sources: every file of the browser application has another name, and the earlier names are gone. */
export function renameAssets(release: string): void {
  rmSync(join(release, 'dist'));
  cpSync(join(root, 'dist'), join(release, 'dist'), {
    recursive: true,
    filter: (path) => !/\/client\/.*\.(br|gz)$/.test(path),
  });
  const client = join(release, 'dist', 'client');
  const assets = readdirSync(join(client, 'assets'));
  const isAsset = new Set(assets);
  const renamed = (text: string) =>
    text.replace(/[\w-]+(\.[a-z\d]+)+/g, (name) => (isAsset.has(name) ? laterName(name) : name));
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(html|js|css)$/.test(name))) {
    const path = join(client, file);
    writeFileSync(path, renamed(readFileSync(path, 'utf8')));
  }
  for (const name of assets) {
    cpSync(join(client, 'assets', name), join(client, 'assets', laterName(name)));
    rmSync(join(client, 'assets', name));
  }
}

const laterName = (name: string): string => name.replace('.', 'later.');

/** As `npm run upgrade` asks the supervisor of a running installation. */
export function askSupervisor(
  dataDir: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    request({ socketPath: join(dataDir, 'control.sock'), method, path, agent: false }, async (response) =>
      resolve({ status: response.statusCode, body: await json(response) }),
    )
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}
