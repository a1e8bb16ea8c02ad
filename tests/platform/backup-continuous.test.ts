// What the continuous backup does in which order: while its place is unavailable, with receipts that cannot be read or that an archive
// has brought, and in the place of another installation.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Continuous, storeContinuously } from '#server/backup/continuous.ts';
import { folderPlace } from '#server/backup/folder-place.ts';
import { openPacker } from '#server/backup/pack.ts';
import type { BackupPlace } from '#server/backup/place.ts';
import { isSegment, listSegments } from '#server/backup/segments.ts';
import { clientOf } from '#server/backup/table-hashes.ts';
import { walQueueOf } from '#server/db/cluster/wal-queue.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import type { ReceiptStore } from '#server/ports/receipts/receipts.ts';
import { testFolder } from '../support/test-folder.ts';

// Generous, because the machine may be busy; only what never happens fails.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const until = <T>(condition: () => T | Promise<T>) => vi.waitUntil(condition, { timeout: 100_000, interval: 50 });

const silent = createLog('silent');
let home: string;
let dataDir: string;
let folder: string;
let receipts: ReceiptStore;
let embedded: Embedded;
let continuous: Continuous;
const lines: string[] = [];

beforeAll(async () => {
  home = testFolder('backup-continuous');
  dataDir = join(home, 'data');
  const created = await startDatabase({ database: undefined, dataDir, appSecret: undefined }, silent);
  await created.stop();
  receipts = await openReceipts({ dataDir, receiptsS3: undefined });
});

beforeEach(() => {
  folder = join(home, randomUUID());
  lines.length = 0;
});

afterEach(async () => {
  await continuous.stop();
  await embedded.stop();
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

async function start({
  place = folderPlace(folder),
  read = receipts.read,
}: {
  place?: BackupPlace;
  read?: ReceiptStore['read'];
} = {}) {
  embedded = await startEmbedded({ dataDir, log: silent, isArchived: true });
  const { administratorConfig: administrator, directory } = embedded;
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const packer = await openPacker(undefined);
  const store = { ...receipts, read };
  continuous = storeContinuously({
    place,
    packer,
    administrator,
    directory,
    receipts: store,
    log,
    onGap: () => undefined,
  });
}

async function inDatabase(...statements: string[]): Promise<void> {
  const client = clientOf(embedded.administratorConfig);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const completeSegment = () => inDatabase("select pg_logical_emit_message(false, '', 'x'), pg_switch_wal()");

/** The company and the worker of its row need not exist. */
async function addReceipt(companyId: string, uploadedAt: string): Promise<string> {
  const name = randomBytes(16).toString('hex');
  await receipts.write({ companyId, name }, Buffer.from('a receipt'));
  await inDatabase(
    'set session_replication_role = replica',
    `insert into receipts (company_id, id, worker_id, storage_name, file_name, type, bytes, sha256, uploaded_at)
     values ('${companyId}', gen_random_uuid(), gen_random_uuid(), '${name}', 'a.pdf', 'application/pdf', 9, sha256('a receipt'), ${uploadedAt})`,
  );
  return name;
}

const isStored = (companyId: string, name: string) => existsSync(join(folder, 'receipts', companyId, `${name}.zst`));
const segmentCount = async () => (await listSegments(folderPlace(folder))).length;

test('receipts that an archive has brought are stored at once, however long ago they were uploaded', async () => {
  await start();
  const first = randomUUID();
  const uploaded = await addReceipt(first, 'now()');
  await until(() => isStored(first, uploaded));
  const second = randomUUID();
  const brought = await addReceipt(second, "now() - interval '1 year'");
  await completeSegment();
  await until(() => isStored(second, brought));
});

test('a receipt that cannot be read is reported until it is stored, and does not hold up the log', async () => {
  let isReadable = false;
  const companyId = randomUUID();
  await start({
    read: (at) => (at.companyId === companyId && !isReadable ? Promise.reject(new Error('EIO')) : receipts.read(at)),
  });
  const name = await addReceipt(companyId, 'now()');
  const before = await segmentCount();
  await completeSegment();
  await until(async () => (await segmentCount()) > before);
  // Rounds without a new segment try it again, and do not say that backups continue.
  await until(() => lines.filter((line) => line.includes('backup failed')).length >= 3);
  expect(lines.join('')).toContain('EIO');
  expect(lines.join('')).not.toContain('backups continue');
  isReadable = true;
  await until(() => isStored(companyId, name));
  await until(() => lines.join('').includes('backups continue'));
});

test('while the place is unavailable, also from the start, segments wait packed', async () => {
  let isDown = true;
  const place = folderPlace(folder);
  const read: BackupPlace['read'] = (name) => (isDown ? Promise.reject(new Error('unavailable')) : place.read(name));
  await start({ place: { ...place, read } });
  await completeSegment();
  const waiting = () => readdirSync(walQueueOf(embedded.directory));
  await until(() => waiting().some((name) => name.endsWith('.zst')) && !waiting().some(isSegment));
  expect(existsSync(join(folder, 'wal'))).toBe(false);
  isDown = false;
  await until(() => waiting().length === 0);
  expect(await segmentCount()).toBeGreaterThan(0);
});

test('in the place of another installation nothing is stored, also at the end', async () => {
  await folderPlace(folder).write('installation.json', Buffer.from('{"installation":"7"}'));
  await start();
  await completeSegment();
  await until(() => lines.join('').includes('contains the backups of another installation'));
  await continuous.stop();
  await embedded.stop();
  await continuous.storeLast();
  expect(readdirSync(folder)).toEqual(['installation.json']);
});
