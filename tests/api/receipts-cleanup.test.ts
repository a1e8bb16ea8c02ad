// What the two clean-up jobs of receipts delete and keep: after a day, after a month, after a kill, and when two run at once.

import { createHash, randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { examineCompany } from '#server/doctor/examine.ts';
import { deleteUnusedReceipts, reconcileReceipts } from '#server/jobs/receipts.ts';
import { createLog } from '#server/log.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import type { ReceiptStore } from '#server/ports/receipts/receipts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { png } from '../support/receipts.ts';
import { startFakeS3 } from '../support/s3.ts';

let app: TestApp;
let ours: TestCompany;
let store: ReceiptStore;
beforeAll(async () => {
  app = await startTestApp();
  [ours, store] = [await foundTestCompany(app), await openReceipts(app.config)];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.superuser.query('delete from receipts');
  for (const name of await files()) await store.remove({ companyId: ours.id, name });
});

const parts = (kept: ReceiptStore = store) => ({
  ownerPool: app.database.ownerPool,
  store: Promise.resolve(kept),
  log: createLog('silent'),
});

/** A store whose process is killed between deleting a row and its file. */
const killed: () => ReceiptStore = () => ({ ...store, remove: () => Promise.reject(new Error('killed')) });

const files = async (): Promise<string[]> => (await store.list(ours.id)).map(({ name }) => name);

const rows = async (): Promise<string[]> => {
  const { rows: found } = await app.superuser.query<{ name: string }>('select storage_name as name from receipts');
  return found.map(({ name }) => name).sort();
};

/** Uploads a receipt, adds it to a worklog if asked, and returns its file name. */
async function receipt(fate: 'loose' | 'attached' | 'removed' | 'withdrawn', hours: number): Promise<string> {
  const { body } = await ours.worker.upload(ours.id, png());
  if (fate !== 'loose') {
    const path = { companyId: ours.id };
    const typed = { ...path, taskId: ours.project.expenseTaskId, day: '2026-03-02', amount: '50000' };
    const { id } = await ours.worker.ok('POST /companies/{companyId}/worklogs', { ...typed, receiptIds: [body.id] });
    const named = { ...path, worklogId: id, version: 1 };
    if (fate === 'removed')
      await ours.worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', { ...typed, ...named, receiptIds: [] });
    if (fate === 'withdrawn') await ours.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', named);
  }
  const { rows: aged } = await app.superuser.query<{ name: string }>(
    `update receipts set uploaded_at = uploaded_at - make_interval(hours => $2), removed_at = removed_at - make_interval(hours => $2)
     where id = $1 returning storage_name as name`,
    [body.id, hours],
  );
  const name = aged[0]?.name ?? '';
  await age(name, hours);
  return name;
}

async function age(name: string, hours: number): Promise<void> {
  const at = Date.now() / 1_000 - hours * 3_600;
  await utimes(join(app.config.dataDir, 'receipts', ours.id, name.slice(0, 2), name), at, at);
}

const deleteRow = (name: string) => app.superuser.query('delete from receipts where storage_name = $1', [name]);

test('unattached receipts are deleted after a day, detached ones after a month, with their files; nothing else', async () => {
  const kept = [
    await receipt('loose', 23),
    await receipt('attached', 25),
    await receipt('attached', 1_000),
    await receipt('removed', 29 * 24),
    await receipt('withdrawn', 29 * 24),
  ].sort();
  for (const [fate, hours] of [
    ['loose', 25],
    ['removed', 31 * 24],
    ['withdrawn', 31 * 24],
  ] as const)
    await receipt(fate, hours);
  await deleteUnusedReceipts(parts());
  expect([await rows(), (await files()).sort()]).toEqual([kept, kept]);
  // The other files must not be matched either.
  await reconcileReceipts(parts());
  expect([await rows(), (await files()).sort()]).toEqual([kept, kept]);
});

test('attaching a receipt during the cleanup keeps it, or is refused with the reason', async () => {
  const typed = { companyId: ours.id, taskId: ours.project.expenseTaskId, day: '2026-03-03', amount: '50000' };
  for (let round = 0; round < 5; round++) {
    const name = await receipt('loose', 25);
    const { rows: ids } = await app.superuser.query<{ id: string }>('select id from receipts where storage_name = $1', [
      name,
    ]);
    const [reply] = await Promise.all([
      ours.worker.call('POST /companies/{companyId}/worklogs', { ...typed, receiptIds: ids.map(({ id }) => id) }),
      deleteUnusedReceipts(parts()),
    ]);
    const isKept = reply.status === 200;
    expect([reply.problem?.code, await rows(), await files()]).toEqual(
      isKept ? [undefined, [name], [name]] : ['receipt.missing', [], []],
    );
    await app.superuser.query('delete from receipts');
    await store.remove({ companyId: ours.id, name });
  }
});

test('a kill between deleting the row and the file leaves a file, which the cleanup deletes', async () => {
  const [gone, kept] = [await receipt('loose', 25), await receipt('attached', 25)];
  await expect(deleteUnusedReceipts(parts(killed()))).rejects.toThrow('killed');
  expect([await rows(), (await files()).sort()]).toEqual([[kept], [gone, kept].sort()]);
  // The hourly job no longer finds it.
  await deleteUnusedReceipts(parts());
  expect(await files()).toContain(gone);
  await expect(reconcileReceipts(parts(killed()))).rejects.toThrow('killed');
  await reconcileReceipts(parts());
  expect([await rows(), await files()]).toEqual([[kept], [kept]]);
});

test('a file without a row is deleted after a day: before, its upload may be in progress', async () => {
  const [young, old] = [await receipt('loose', 23), await receipt('loose', 25)];
  for (const name of [young, old]) await deleteRow(name);
  await reconcileReceipts(parts());
  expect(await files()).toEqual([young]);
});

test('files of a company without receipts are found too', async () => {
  const companyId = crypto.randomUUID();
  const name = randomBytes(16).toString('hex');
  await store.write({ companyId, name }, png());
  const at = Date.now() / 1_000 - 25 * 3_600;
  await utimes(join(app.config.dataDir, 'receipts', companyId, name.slice(0, 2), name), at, at);
  await reconcileReceipts(parts());
  expect(await store.list(companyId)).toEqual([]);
});

test('a row without a file is deleted if it is unattached, and stays with its worklog otherwise', async () => {
  const lost = [await receipt('loose', 25), await receipt('removed', 25), await receipt('withdrawn', 25)];
  const attached = await receipt('attached', 25);
  const young = await receipt('loose', 1);
  for (const name of [...lost, attached, young]) await store.remove({ companyId: ours.id, name });
  await reconcileReceipts(parts());
  expect(await rows()).toEqual([attached, young].sort());
});

test('two concurrent runs have the effect of one', async () => {
  const kept = [await receipt('attached', 1_000), await receipt('loose', 2)].sort();
  for (let count = 0; count < 4; count++) await receipt(count % 2 === 0 ? 'loose' : 'removed', 31 * 24);
  await deleteRow(await receipt('loose', 25));
  await Promise.all([
    deleteUnusedReceipts(parts()),
    reconcileReceipts(parts()),
    deleteUnusedReceipts(parts()),
    reconcileReceipts(parts()),
  ]);
  expect([await rows(), (await files()).sort()]).toEqual([kept, kept]);
});

const large = randomBytes(3_000_000);
const damages: [string, (content: Buffer) => Buffer][] = [
  [
    'one bit of which is another',
    (content) => Buffer.from(content.map((byte, at) => (at === content.length - 1 ? byte ^ 1 : byte))),
  ],
  ['that is shorter', (content) => content.subarray(0, -1)],
  ['that is empty', () => Buffer.alloc(0)],
  ['that is longer', (content) => Buffer.concat([content, Buffer.from('x')])],
];

test.each(damages)('a file %s is never delivered as complete', async (_, damage) => {
  const { body } = await ours.worker.upload(ours.id, png());
  const [name = ''] = await files();
  const place = { companyId: ours.id, name };
  const download = () =>
    app.app.inject({
      url: `${apiPrefix}/companies/${ours.id}/receipts/${body.id}`,
      headers: { cookie: ours.worker.cookie },
    });
  const whole = await buffer((await store.read(place)) ?? Readable.from([]));
  await store.write(place, damage(whole));
  const refused = await download();
  expect([refused.statusCode, refused.json().code, refused.headers.etag]).toEqual([
    503,
    'receipt.not-stored',
    undefined,
  ]);
  await store.write(place, whole);
  expect((await download()).statusCode).toBe(200);
  // The damage in a large file is found only after the response began, so the response is cut off.
  await app.superuser.query('update receipts set bytes = $2, sha256 = $3 where id = $1', [
    body.id,
    large.length,
    createHash('sha256').update(large).digest(),
  ]);
  await store.write(place, large);
  expect((await download()).rawPayload.equals(large)).toBe(true);
  await store.write(place, damage(large));
  const outcome = await download().then(
    ({ statusCode, rawPayload }) => (statusCode === 200 && rawPayload.length === large.length ? 'whole' : 'refused'),
    () => 'cut off',
  );
  expect(outcome).not.toBe('whole');
});

test.each(['on disk', 'in a bucket'])(
  'the doctor reports each file %s that is lost or differs from the upload',
  async (kind) => {
    const names: string[] = [];
    for (let count = 0; count < 5; count += 1) names.push(await receipt('attached', 0));
    const s3 = await startFakeS3();
    const kept = kind === 'on disk' ? store : await openReceipts({ dataDir: app.config.dataDir, receiptsS3: s3 });
    const whole = png();
    const other = Buffer.from(whole).fill(1, whole.length - 1);
    const contents = [whole, whole.subarray(1), Buffer.concat([whole, whole]), other];
    for (const [index, content] of contents.entries())
      await kept.write({ companyId: ours.id, name: names[index] ?? '' }, content);
    await kept.remove({ companyId: ours.id, name: names[4] ?? '' });
    const [lost, damaged] = (await examineCompany(app.database.ownerPool, ours.id, kept)).slice(-2);
    expect(lost).toMatchObject({ count: 1, example: names[4] });
    expect(damaged?.count).toBe(3);
    expect(damaged?.example?.split(', ').sort()).toEqual(
      [
        `${names[1]} (${whole.length - 1} of ${whole.length} bytes)`,
        `${names[2]} (longer than its ${whole.length} bytes)`,
        `${names[3]} (other content than was uploaded)`,
      ].sort(),
    );
    await s3.close();
  },
);
