// Both receipt stores behave alike: one suite for the folder and the bucket, whose server checks every signature.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/db/ids.ts';
import { diskReceipts } from '#server/ports/receipts/disk.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import type { ReceiptStore } from '#server/ports/receipts/receipts.ts';
import { s3Receipts } from '#server/ports/receipts/s3.ts';
import { type FakeS3, startFakeS3 } from './support/s3.ts';

let folder: string;
let s3: FakeS3;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-receipts-'));
  s3 = await startFakeS3();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3.close();
});

const freshName = () => randomBytes(16).toString('hex');
const stores: [string, () => Promise<ReceiptStore>][] = [
  ['on disk', () => openReceipts({ dataDir: folder, receiptsS3: undefined })],
  ['in a bucket', () => openReceipts({ dataDir: folder, receiptsS3: s3 })],
];

describe.each(stores)('receipts %s', (_, open) => {
  let store: ReceiptStore;
  beforeAll(async () => {
    store = await open();
  });
  const contentOf = async (place: { companyId: string; name: string }) => {
    const stream = await store.read(place);
    return stream && (await buffer(stream));
  };

  test('are read as they were written, whatever their length', async () => {
    const companyId = newId();
    for (const length of [0, 1, 3_000_000]) {
      const place = { companyId, name: freshName() };
      const content = randomBytes(length);
      await store.write(place, content);
      expect((await contentOf(place))?.equals(content)).toBe(true);
    }
  });

  test('are null if never written or removed; removing twice is no error', async () => {
    const place = { companyId: newId(), name: freshName() };
    expect(await store.read(place)).toBeNull();
    await store.write(place, Buffer.from('taxi'));
    expect(await contentOf(place)).toEqual(Buffer.from('taxi'));
    await store.remove(place);
    expect(await store.read(place)).toBeNull();
    await store.remove(place);
  });

  test('are all listed by company, with the time of writing', async () => {
    const [companyId, other] = [newId(), newId()];
    const names = Array.from({ length: 5 }, freshName).sort();
    for (const name of names) await store.write({ companyId, name }, Buffer.from(name));
    await store.write({ companyId: other, name: freshName() }, Buffer.from('other'));
    const listed = await store.list(companyId);
    expect(listed.map(({ name }) => name).sort()).toEqual(names);
    for (const { writtenAt } of listed) expect(Math.abs(writtenAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await store.companies()).toEqual(expect.arrayContaining([companyId, other]));
    expect(await store.list(newId())).toEqual([]);
  });

  test('are stored only in a company’s folder', async () => {
    for (const place of [
      { companyId: '..', name: freshName() },
      { companyId: newId(), name: '../../app-secret' },
      { companyId: newId(), name: `${freshName()}/x` },
    ]) {
      const read = async () => store.read(place);
      await expect(read()).rejects.toThrow('Invalid storage name');
    }
  });
});

test('on disk are readable only by their user, and temporary files of killed processes are deleted', async () => {
  const store = diskReceipts(join(folder, 'own'));
  const place = { companyId: newId(), name: freshName() };
  await store.write(place, Buffer.from('taxi'));
  const shelf = join(folder, 'own', place.companyId, place.name.slice(0, 2));
  expect([(await stat(shelf)).mode & 0o777, (await stat(join(shelf, place.name))).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  for (const [name, hours] of [
    [`${place.name}.aa`, 2],
    [`${place.name}.bb`, 0],
  ] as const) {
    await writeFile(join(shelf, name), 'half a fi');
    const at = Date.now() / 1_000 - hours * 3_600;
    await utimes(join(shelf, name), at, at);
  }
  expect((await store.list(place.companyId)).map(({ name }) => name)).toEqual([place.name]);
  expect((await readdir(shelf)).sort()).toEqual([place.name, `${place.name}.bb`]);
});

test('on disk a name that is no regular file is an error at once', async () => {
  const store = diskReceipts(join(folder, 'own'));
  for (const make of ['mkfifo', 'mkdir']) {
    const place = { companyId: newId(), name: freshName() };
    await store.write(place, Buffer.from('taxi'));
    const path = join(folder, 'own', place.companyId, place.name.slice(0, 2), place.name);
    rmSync(path);
    execFileSync(make, [path]);
    await expect(store.read(place)).rejects.toThrow('not a file');
  }
});

describe('a bucket', () => {
  const place = { companyId: newId(), name: freshName() };

  test('with another key, secret or region refuses, and says why', async () => {
    await s3Receipts(s3).write(place, Buffer.from('taxi'));
    for (const [wrong, why] of [
      [{ secret: 'another' }, 'SignatureDoesNotMatch'],
      [{ keyId: 'another' }, 'InvalidAccessKeyId'],
      [{ region: 'us-east-1' }, 'InvalidAccessKeyId'],
    ] as const) {
      const store = s3Receipts({ ...s3, ...wrong });
      await expect(store.write(place, Buffer.from('other'))).rejects.toThrow(`answered 403: ${why}`);
      await expect(store.read(place)).rejects.toThrow(why);
      await expect(store.list(place.companyId)).rejects.toThrow(why);
    }
    expect(s3.objects.get(`receipts/${place.companyId}/${place.name}`)?.content).toEqual(Buffer.from('taxi'));
  });

  test('that is unavailable causes an error when writing, reading and removing', async () => {
    const store = s3Receipts(s3);
    s3.failWith = 500;
    try {
      await expect(store.write(place, Buffer.from('taxi'))).rejects.toThrow('answered 500');
      await expect(store.read(place)).rejects.toThrow('answered 500');
      await expect(store.remove(place)).rejects.toThrow('answered 500');
    } finally {
      s3.failWith = null;
    }
  });
});

test('a bucket that does not answer is given up soon, at once for those who come next, and used again a moment later', async () => {
  const store = s3Receipts(s3, { answerMs: 500 });
  const place = { companyId: newId(), name: freshName() };
  const silence = Promise.withResolvers<null>();
  s3.beforePut = () => silence.promise;
  await expect(store.write(place, Buffer.from('taxi'))).rejects.toThrow('no answer within 0.5 s');
  const began = performance.now();
  await expect(store.write(place, Buffer.from('taxi'))).rejects.toThrow('has not answered a moment ago');
  await expect(store.read(place)).rejects.toThrow('has not answered a moment ago');
  expect(performance.now() - began).toBeLessThan(400);
  s3.beforePut = null;
  silence.resolve(null);
  await sleep(2_000);
  await store.write(place, Buffer.from('taxi'));
  expect(s3.objects.get(`receipts/${place.companyId}/${place.name}`)?.content).toEqual(Buffer.from('taxi'));
});

test('a reader on a slow connection gets the whole receipt, even if that takes longer than the timeout of the bucket', async () => {
  const store = s3Receipts(s3, { answerMs: 1_000 });
  const place = { companyId: newId(), name: freshName() };
  await store.write(place, Buffer.from('taxi'));
  s3.pauseMs = 1_500;
  const stream = await store.read(place);
  expect(stream && (await buffer(stream))).toEqual(Buffer.from('taxi'));
  s3.pauseMs = 0;
});
