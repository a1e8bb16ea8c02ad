// What backups survive: a bucket that refuses or does not answer half-way, a kill during a base backup, a gap in the log, a place
// that is full or belongs to others. An installation that had no backups before is backed up into a bucket.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeBaseBackup } from '#server/backup/base-backup.ts';
import { bucketPlace } from '#server/backup/bucket-place.ts';
import { refuseInsideData } from '#server/backup/claim.ts';
import { type Continuous, storeContinuously } from '#server/backup/continuous.ts';
import { backUpDaily } from '#server/backup/daily.ts';
import { drillFolder, restoreDrill } from '#server/backup/drill.ts';
import { folderPlace } from '#server/backup/folder-place.ts';
import { baseIdAt } from '#server/backup/manifest.ts';
import { openPlace } from '#server/backup/open.ts';
import { openPacker, openUnpacker } from '#server/backup/pack.ts';
import type { BackupPlace } from '#server/backup/place.ts';
import { adviseOnBucket, adviseOnFolder, withAdvice } from '#server/backup/place-failure.ts';
import { restoreInstallation } from '#server/backup/restore-installation.ts';
import { listSegments } from '#server/backup/segments.ts';
import { openBackedUp } from '#server/backup/start.ts';
import { clientOf } from '#server/backup/table-hashes.ts';
import { walQueueOf } from '#server/db/cluster/wal-queue.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import { configOf } from '../support/backed-up.ts';
import { smallVolume } from '../support/full-disk.ts';
import { type FakeS3, startFakeS3 } from '../support/s3.ts';
import { signalDatabase } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';

// Generous, because the machine may be busy; only what never happens fails.
const patienceMs = 100_000;
vi.setConfig({ testTimeout: 600_000, hookTimeout: 400_000 });

const root = dirname(dirname(import.meta.dirname));
const silent = createLog('silent');

let home: string;
let dataDir: string;
let s3: FakeS3;
let place: BackupPlace;
let embedded: Embedded;
let continuous: Continuous;
const lines: string[] = [];
let gaps = 0;

beforeAll(async () => {
  home = testFolder('backup-faults');
  dataDir = join(home, 'data');
  s3 = await startFakeS3();
  s3.pageSize = 1_000;
  place = await openPlace({ kind: 'bucket', ...s3 });
  // Without backups, as before they existed.
  const before = await startDatabase({ database: undefined, dataDir, appSecret: undefined }, silent);
  await before.stop();
});

afterAll(async () => {
  await continuous?.stop();
  await embedded?.stop();
  await s3.close();
  rmSync(home, { recursive: true, force: true });
});

const settings = () => ({
  DATA_DIR: dataDir,
  BACKUP_PLACE: s3.url,
  BACKUP_S3_KEY_ID: s3.keyId,
  BACKUP_S3_SECRET: s3.secret,
  BACKUP_S3_REGION: s3.region,
});

const never = new Promise<null>(() => undefined);

async function start(): Promise<void> {
  embedded = await startEmbedded({ dataDir, log: silent, isArchived: true });
  const { administratorConfig: administrator, directory } = embedded;
  const log = createLog('error', (line) => lines.push(line));
  const onGap = () => {
    gaps += 1;
  };
  const receipts = await openReceipts({ dataDir, receiptsS3: undefined });
  const packer = await openPacker(undefined);
  continuous = storeContinuously({ place, packer, administrator, directory, receipts, log, onGap });
}

async function stop(): Promise<void> {
  await continuous.stop();
  await embedded.stop();
  await continuous.storeLast();
}

async function backUp(into: BackupPlace = place) {
  const { administratorConfig: administrator, directory } = embedded;
  const installation = { administrator, directory, secret: 'a secret' };
  return makeBaseBackup({ installation, place: into, packer: await openPacker(undefined), now: new Date() });
}

async function inDatabase(statement: string): Promise<void> {
  const client = clientOf(embedded.administratorConfig);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const completeSegment = () => inDatabase("select pg_logical_emit_message(false, '', 'x'), pg_switch_wal()");

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

const objects = (form: RegExp): string[] => [...s3.objects.keys()].filter((key) => form.test(key));

test('a process killed with its database during a base backup leaves nothing that is used, and the next start continues', async () => {
  const reached = new Promise<void>((resolve) => {
    s3.beforePut = (key) => {
      if (!key.includes('part-00002')) return null;
      resolve();
      return never;
    };
  });
  const main = join(root, 'server', 'backup', 'main.ts');
  const program = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...settings() }, stdio: 'inherit' });
  const ended = once(program, 'close');
  await Promise.race([reached, ended]);
  program.kill('SIGKILL');
  signalDatabase(dataDir, 'SIGKILL');
  await ended;
  s3.beforePut = null;
  expect([objects(/part-/).length, objects(/manifest/).length]).toEqual([1, 0]);
  const restore = async () =>
    restoreDrill({ place, unpack: await openUnpacker(undefined), folder: drillFolder(home), log: silent });
  expect(await refusalOf(restore())).toContain('There is no complete backup');
  await start();
  const { id } = await backUp();
  expect(await restore()).toMatchObject({ base: { id }, problems: [] });
});

test('a bucket that fails or stops answering in the middle of a base backup: a sentence, and nothing is left of that backup', async () => {
  const before = objects(/bases/);
  s3.beforePut = (key) => (key.includes('part-00002') ? 500 : null);
  const advice = /The bucket of BACKUP_PLACE http.* cannot be used \(.*\)\. Check its address, BACKUP_S3_KEY_ID/;
  const failed = await refusalOf(backUp());
  expect(failed).toMatch(advice);
  expect(failed).toContain('The store answered 500: InternalError');
  expect(objects(/bases/)).toEqual(before);
  s3.beforePut = (key) => (key.includes('part-00002') ? never : null);
  expect(await refusalOf(backUp(withAdvice(bucketPlace(s3, 1_500), adviseOnBucket)))).toMatch(
    /cannot be used \(no answer within 1.5 s\)/,
  );
  expect(objects(/bases/)).toEqual(before);
  s3.beforePut = null;
});

test('while the bucket is unavailable the log waits, which is reported, and is stored completely afterwards', async () => {
  const before = (await listSegments(place)).length;
  lines.length = 0;
  s3.failWith = 503;
  try {
    await completeSegment();
    await vi.waitUntil(() => lines.some((line) => line.includes('backup failed')), { timeout: patienceMs });
    await completeSegment();
  } finally {
    s3.failWith = null;
  }
  expect(lines.join('')).toMatch(/cannot be used \(The store answered 503: InternalError\)\. Check its address/);
  await vi.waitUntil(async () => (await listSegments(place)).length >= before + 2, { timeout: patienceMs });
  await vi.waitUntil(() => readdirSync(walQueueOf(embedded.directory)).length === 0, { timeout: patienceMs });
  expect(gaps, 'the first segments of this installation have none before them').toBeLessThanOrEqual(1);
});

test('a running installation is not restored over', async () => {
  const content = readdirSync(dataDir).sort();
  const unpack = await openUnpacker(undefined);
  const config = configOf(settings());
  const request = { place, unpack, target: { kind: 'latest' }, config, acceptsLoss: false, log: silent } as const;
  expect(await refusalOf(restoreInstallation({ ...request, into: dataDir }))).toContain('Daybook is running with');
  expect(readdirSync(dataDir).sort()).toEqual(content);
  // As another process leaves it while it restores.
  const into = join(home, 'second');
  mkdirSync(join(into, 'restoring'), { recursive: true });
  await writeFile(join(into, 'restoring', 'restore.pid'), String(process.ppid));
  expect(await refusalOf(restoreInstallation({ ...request, into }))).toContain('Another restore');
  expect(readdirSync(join(into, 'restoring'))).toEqual(['restore.pid']);
});

test('a base backup is not begun without space, or in the place of another installation', async () => {
  // It has no free blocks.
  expect(await refusalOf(backUp(folderPlace('/proc')))).toMatch(
    /\/proc has 0 MB left, .* Nothing was written. Free space/,
  );
  const other = folderPlace(join(home, 'other'));
  await other.write('installation.json', Buffer.from('{"installation":"7"}'));
  expect(await refusalOf(backUp(other))).toContain('contains the backups of another installation');
  expect(readdirSync(join(home, 'other'))).toEqual(['installation.json']);
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
  expect(adviseOnFolder(full, '/backups')).toMatch(/The disk of BACKUP_PLACE \/backups is full. Free space there/);
});

test('a disk that becomes full during a base backup: a sentence, and nothing is left of that backup', async ({
  skip,
}) => {
  const volume = smallVolume({ megabytes: 400 });
  try {
    skip(!volume.isMounted, 'no file system of a certain size can be mounted here');
    const folder = join(volume.folder, 'backups');
    const target = await openPlace({ kind: 'folder', path: folder });
    const write: BackupPlace['write'] = async (name, content) => {
      if (name.includes('part-00002')) volume.fill();
      return target.write(name, content);
    };
    expect(await refusalOf(backUp({ ...target, write }))).toContain(
      `The disk of BACKUP_PLACE ${folder} is full. Free space there`,
    );
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(left.map(({ name }) => name)).toEqual(['installation.json']);
  } finally {
    volume.remove();
  }
});

test('a bucket that fails during a restore: a sentence, nothing is published, and what the doctor then finds is reported', async () => {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  const unpack = await openUnpacker(undefined);
  const config = configOf(settings());
  const into = join(home, 'restored');
  const request = { place, unpack, target: { kind: 'latest' }, config, acceptsLoss: false, log: silent, into } as const;
  s3.failReadsOf = /part-00002/;
  expect(await refusalOf(restoreInstallation(request))).toContain('cannot be used (The store answered 500');
  expect(readdirSync(into)).toEqual(['restoring']);
  s3.failReadsOf = null;
  // The secret of these backups is not that of the database.
  expect(await restoreInstallation(request)).toBe(false);
  expect(printed.join('\n')).toMatch(/✗.*the secret is the one of the database/);
  expect(readdirSync(into)).toEqual(expect.arrayContaining(['app-secret', 'postgres']));
  rmSync(into, { recursive: true });
  vi.restoreAllMocks();
});

test('a start warns if the last base backup is older than a day', async () => {
  const warningsAt = async (hours: number) => {
    const warnings: string[] = [];
    const late = folderPlace(join(home, `late-${hours}`));
    const id = baseIdAt(new Date(Date.now() - hours * 3_600_000));
    await late.write(`bases/${id}/manifest.${'0'.repeat(64)}.json`, Buffer.from('{}'));
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
    await backUpDaily({ place: late, hasDrill: false, log }).stop();
    return warnings.join('');
  };
  expect(await warningsAt(23)).toBe('');
  expect(await warningsAt(25)).toContain('the last backup is older than a day');
});

test('a place among the data is refused, also through a symbolic link, and the bucket of the receipts', () => {
  mkdirSync(join(dataDir, 'receipts'), { recursive: true });
  symlinkSync(join(dataDir, 'receipts'), join(home, 'link'));
  const at = (path: string) => ({ place: { kind: 'folder', path } }) as const;
  const installation = { dataDir, receiptsS3: { ...s3 } };
  for (const path of [join(home, 'link', 'backups'), join(dataDir, 'restoring'), join(dataDir, 'restore-drill')])
    expect(() => refuseInsideData(at(path), installation), path).toThrow('is among the data');
  expect(() => refuseInsideData(at(join(home, 'backups')), installation)).not.toThrow();
  const bucket = (url: string) => ({ place: { kind: 'bucket', ...s3, url } }) as const;
  expect(() => refuseInsideData(bucket(`${s3.url}/`), installation)).toThrow('is the place of the receipts');
  expect(() => refuseInsideData(bucket(`${s3.url}/backups`), installation)).not.toThrow();
});

test('a gap in the stored log is noticed at the next start, once, and a new base backup is made when the bucket answers', async () => {
  await completeSegment();
  await stop();
  const known = gaps;
  await start();
  const stored = async () => (await listSegments(place)).length;
  const count = await stored();
  await completeSegment();
  await vi.waitUntil(async () => (await stored()) > count, { timeout: patienceMs });
  await stop();
  expect(gaps).toBe(known);
  // On a busy machine the stop does not wait until everything is stored.
  await vi.waitUntil(() => readdirSync(walQueueOf(embedded.directory)).length === 0, { timeout: patienceMs });
  const last = (await listSegments(place)).at(-1);
  await place.remove(last?.file ?? '');
  await start();
  await completeSegment();
  await vi.waitUntil(() => gaps > known, { timeout: patienceMs });
  expect(gaps).toBe(known + 1);
  // That of Vitest is no address of Daybook.
  for (const [name, value] of Object.entries({ ...settings(), BASE_URL: '' })) vi.stubEnv(name, value);
  const manifests = objects(/manifest/).length;
  const failed = new Promise<void>((resolve) => {
    s3.failWith = 503;
    // The list of base backups is read for the warning at the start and for the first check, three times each.
    let count = 0;
    s3.onFailure = (address) => {
      if (address.includes('bases')) count += 1;
      if (count === 6) resolve();
    };
  });
  const daily = backUpDaily({ place, hasDrill: false, log: silent, pauses: { firstAfterMs: 10, checkEveryMs: 100 } });
  await failed;
  s3.failWith = null;
  daily.request();
  // By a process of low priority, which gets little time on a busy machine.
  await vi.waitUntil(() => objects(/manifest/).length > manifests, { timeout: 3 * patienceMs });
  await daily.stop();
  vi.unstubAllEnvs();
});

test('a start without a database, but with backups of one, creates nothing and names the command', async () => {
  const empty = join(home, 'empty');
  const opening = openBackedUp(configOf({ ...settings(), DATA_DIR: empty }), silent);
  const refusal = await refusalOf(opening.then(({ stop: end }) => end()));
  expect(refusal).toMatch(/There is no database in .*empty, but http.* contains the backups of an installation/);
  expect(refusal).toContain('npm run restore');
  expect(existsSync(empty)).toBe(false);
});
