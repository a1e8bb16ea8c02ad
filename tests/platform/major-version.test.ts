// An embedded database that another major version of PostgreSQL made: the start names the command, which copies it. Debian's
// PostgreSQL is the other version; npm test leaves this out, with a message, if it is not installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableHashes } from '#server/backup/manifest.ts';
import { clientOf, differences, hashTables } from '#server/backup/table-hashes.ts';
import { variables } from '#server/config/config.ts';
import { accountFor } from '#server/db/cluster/account.ts';
import { durableSettings, initialise } from '#server/db/cluster/initialise.ts';
import { releaseOf } from '#server/db/cluster/release.ts';
import { runServer } from '#server/db/cluster/run.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { completeExchange } from '#server/postgres-upgrade/copy-cluster.ts';
import { findSystemBinaries } from '../../scripts/programs.js';
import { startTestAppOn, type TestApp } from '../support/app.ts';
import { addressOf } from '../support/cluster.ts';
import { foundTestCompany, submitDay } from '../support/company.ts';
import { testFolder } from '../support/test-folder.ts';

const root = join(import.meta.dirname, '../..');
const log = createLog('silent');
const bin = findSystemBinaries() ?? '';

let home: string;
let dataDir: string;
let directory: string;
let before: TableHashes;
let release: number;

beforeAll(async () => {
  home = testFolder('major');
  dataDir = join(home, 'data');
  directory = join(dataDir, 'postgres');
  mkdirSync(dataDir, { mode: 0o711 });
  const account = accountFor(directory);
  await initialise({ bin, directory, account, locale: ['--locale=C.UTF-8'], settings: durableSettings });
  release = releaseOf(directory);
  const logFile = join(dataDir, 'postgres.log');
  const server = await runServer({ bin, directory, account, socketFolder: directory, logFile, waitSeconds: 0 });
  const url = `postgres:///daybook?host=${encodeURIComponent(directory)}&user=`;
  const database = { url: `${url}daybook_app`, directUrl: `${url}daybook_owner` };
  const running = await startDatabase({ database, dataDir, appSecret: undefined }, log);
  const app = await startAppOn();
  const company = await foundTestCompany(app);
  await submitDay(company, company.worker, '2026-11-02', '08:00', '10:00');
  await app.close();
  await running.stop();
  before = await contentOf(addressOf(directory, 'daybook', 'postgres'));
  await server.stop();
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

const startAppOn = (): Promise<TestApp> =>
  startTestAppOn({
    name: 'daybook',
    owner: addressOf(directory, 'daybook', 'daybook_owner'),
    app: addressOf(directory, 'daybook', 'daybook_app'),
    superuserConfig: addressOf(directory, 'daybook', 'postgres'),
    drop: async () => undefined,
  });

async function contentOf(address: ClientConfig): Promise<TableHashes> {
  const client = clientOf(address);
  await client.connect();
  return hashTables(client).finally(() => client.end());
}

function upgrade(...options: string[]): { status: number | null; output: string } {
  const own = new Set<string>(Object.keys(variables));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/upgrade.js'), '--postgres', ...options],
    { env: { ...inherited, DATA_DIR: dataDir }, encoding: 'utf8' },
  );
  return { status, output: stdout + stderr };
}

const content = (): string[] => readdirSync(dataDir).sort();

test('a start names the command and changes nothing; so does the command without the programs of that version', async () => {
  const found = content();
  const refusal = await startEmbedded({ dataDir, log }).catch((error: unknown) => String(error));
  expect(refusal).toContain(`was made by PostgreSQL ${release}, but this version of Daybook comes with PostgreSQL 18`);
  expect(refusal).toContain('npm run upgrade -- --postgres');
  const { status, output } = upgrade('--from', home);
  expect([status, output]).toEqual([1, expect.stringContaining(`has no "postgres" of version ${release}`)]);
  expect(content()).toEqual(found);
});

test('the command copies every row, keeps the old database and its backups, and Daybook continues', async () => {
  const backups = join(dataDir, 'backups');
  mkdirSync(join(backups, 'bases'), { recursive: true });
  writeFileSync(join(backups, 'installation.json'), '{"installation":"1"}');
  // As a copy that was killed leaves it.
  mkdirSync(`${directory}.copying`);
  writeFileSync(`${directory}.copying/part`, 'a part');
  const { status, output } = upgrade();
  expect([status, output]).toEqual([0, expect.stringContaining('Every table was copied into PostgreSQL 18')]);
  expect(releaseOf(`${directory}-${release}`)).toBe(release);
  expect(existsSync(`${directory}.copying`)).toBe(false);
  expect(readdirSync(backups)).toEqual([`postgres-${release}`]);
  expect(readdirSync(join(backups, `postgres-${release}`)).sort()).toEqual(['bases', 'installation.json']);
  // As a kill between the last two steps leaves it.
  renameSync(directory, `${directory}.copied`);
  expect(completeExchange(directory)).toBe(true);
  const embedded = await startEmbedded({ dataDir, log });
  expect(differences(before, await contentOf(embedded.administratorConfig))).toEqual([]);
  await embedded.stop();
  const running = await startDatabase({ database: undefined, dataDir, appSecret: undefined }, log);
  const app = await startAppOn();
  // Also the position of each sequence, and every trigger and right.
  const company = await foundTestCompany(app);
  await submitDay(company, company.worker, '2026-11-02', '08:00', '10:00');
  await app.close();
  await running.stop();
});
