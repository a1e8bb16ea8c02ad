// Receipts through the API: accepted and refused files, who may see one, and no partial writes.
// Cases A43, R08 of docs/attack-cases.md.

import { createHash } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { maxReceiptBytes, maxReceiptsPerWorklog } from '#domain/receipts.ts';
import { pngChunk } from '#seed/png.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { fingerprint, unknownId } from '../support/principals.ts';
import {
  extendedWebp,
  gpsPosition,
  hugePng,
  jpeg,
  jpegExif,
  jpegSegment,
  pdf,
  png,
  riffChunk,
  tiffOfCamera,
  webp,
} from '../support/receipts.ts';

let app: TestApp;
let ours: TestCompany;
let theirs: TestCompany;
let colleague: Actor;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app, { canary: 'Aurora' });
  theirs = await foundTestCompany(app, { canary: 'Borealis' });
  colleague = await hire(app, ours.admin, ours.id, 'worker', 'Aurora Colleague');
});
afterAll(() => app.close());

const uploaded = async (actor: Actor, file = png(), fileName = 'taxi.png', company = ours) => {
  const reply = await actor.upload(company.id, file, fileName);
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
  return reply.body;
};

let days = 0;
const expense = async (actor: Actor, receiptIds: string[], company = ours) =>
  actor.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.expenseTaskId,
    day: `2026-03-${String((days++ % 28) + 1).padStart(2, '0')}`,
    amount: '50000',
    receiptIds,
  });

const amend = (actor: Actor, worklogId: string, version: number, receiptIds?: string[]) =>
  actor.call('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    companyId: ours.id,
    worklogId,
    version,
    taskId: ours.project.expenseTaskId,
    day: '2026-03-02',
    amount: '60000',
    ...(receiptIds ? { receiptIds } : {}),
  });

const download = (actor: Actor, id: string, query = '', headers: Record<string, string> = {}, company = ours) =>
  app.app.inject({
    url: `${apiPrefix}/companies/${company.id}/receipts/${id}${query}`,
    remoteAddress: actor.address,
    headers: { cookie: actor.cookie, ...headers },
  });

const detail = (actor: Actor, worklogId: string) =>
  actor.ok('GET /companies/{companyId}/worklogs/{worklogId}', { companyId: ours.id, worklogId });

/** All files below the application's folder. */
const everyFile = async (): Promise<string[]> =>
  (await readdir(app.config.dataDir, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

/** The temporary file of an upload is deleted right after the response. */
async function filesOnDisk(): Promise<string[]> {
  const arriving = join(app.config.dataDir, 'arriving');
  await expect.poll(async () => (await everyFile()).filter((path) => path.startsWith(arriving))).toEqual([]);
  return everyFile();
}

/** As many segments as fit into a file; parsing all of them would block other requests. */
const inEmptyParts = (fileOf: (parts: number) => Buffer): Buffer => fileOf(maxReceiptBytes / 16);
const times = (parts: number, one: Buffer): Buffer => Buffer.alloc(parts * one.length, one);
const jpegOf = (parts: number) => jpeg(times(parts, jpegSegment(0xdd, Buffer.alloc(2))));
const pngOf = (parts: number) => png(8, 6, [times(parts, pngChunk('tEXt', Buffer.alloc(0)))]);
const webpOf = (parts: number) => extendedWebp(0, times(parts, riffChunk('XXXX', Buffer.alloc(0))));

describe('uploading', () => {
  test.each([
    ['taxi.jpeg', jpeg(), 'taxi.jpeg', 'image/jpeg', 8],
    ['scan.bin', png(), 'scan.bin.png', 'image/png', 8],
    ['C:\\hotel.webp', webp(), 'hotel.webp', 'image/webp', 1],
    ['../../nota.pdf', pdf(), 'nota.pdf', 'application/pdf', null],
  ])('%s is accepted, whatever type is declared', async (fileName, file, name, type, width) => {
    for (const claimed of ['image/png', 'text/html', 'application/json']) {
      const { status, body } = await ours.worker.upload(ours.id, file, fileName, { 'content-type': claimed });
      expect([status, body.name, body.type, body.bytes, body.width]).toEqual([200, name, type, file.length, width]);
    }
  });

  test.each([
    ['a page called .png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'receipt.wrong-type'],
    ['an SVG called .png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'receipt.wrong-type'],
    ['half a picture', jpeg().subarray(0, 150), 'receipt.damaged'],
    ['too many pixels', hugePng(60_000, 60_000), 'receipt.too-many-pixels'],
    ['nothing', Buffer.alloc(0), 'receipt.empty'],
    ['too many bytes', Buffer.alloc(maxReceiptBytes + 1), 'receipt.too-large'],
    ['a JPEG of millions of empty parts', inEmptyParts(jpegOf), 'receipt.damaged'],
    ['a PNG of millions of empty parts', inEmptyParts(pngOf), 'receipt.damaged'],
    ['a WebP of millions of empty parts', inEmptyParts(webpOf), 'receipt.damaged'],
  ])('%s is refused, and nothing of it is stored', async (_, file, code) => {
    const before = [await fingerprint(app), await filesOnDisk()];
    const { status, problem } = await ours.worker.upload(ours.id, file);
    expect([status, problem?.code, problem?.errors?.[0]?.path]).toEqual([422, code, 'file']);
    expect([await fingerprint(app), await filesOnDisk()]).toEqual(before);
  });

  test('a file that is too large is refused early, with or without Content-Length', async () => {
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const before = await filesOnDisk();
    const url = `${address}${apiPrefix}/companies/${ours.id}/receipts?fileName=a.png`;
    const beyond = maxReceiptBytes + 1;
    for (const [headers, sent] of [
      [{ 'content-length': beyond }, 1],
      [{ 'transfer-encoding': 'chunked' }, beyond],
    ] as const) {
      const answered = Promise.withResolvers<IncomingMessage>();
      const sending = request(url, { method: 'POST', headers: { cookie: ours.worker.cookie, ...headers } });
      sending.on('response', answered.resolve).on('error', answered.reject);
      // Sends nothing more: waiting for the end would take minutes.
      sending.write(Buffer.alloc(sent));
      const response = await answered.promise;
      expect([response.statusCode, JSON.parse(await text(response)).code]).toEqual([422, 'receipt.too-large']);
      sending.destroy();
    }
    expect(await filesOnDisk()).toEqual(before);
  });

  test('a photo’s location is removed, its orientation is kept', async () => {
    const { id, width } = await uploaded(ours.worker, jpeg(jpegExif(tiffOfCamera(6))), 'IMG_1.jpg');
    const { rawPayload } = await download(ours.worker, id);
    expect([width, rawPayload.includes(gpsPosition), rawPayload.includes('Exif')]).toEqual([6, false, true]);
  });

  test('a repetition gets the first response and stores nothing twice; the key is valid for this file only', async () => {
    const headers = { 'idempotency-key': 'the-same-upload' };
    const first = await ours.worker.upload(ours.id, png(9, 9), 'a.png', headers);
    const before = [await fingerprint(app), await filesOnDisk()];
    const second = await ours.worker.upload(ours.id, png(9, 9), 'a.png', headers);
    expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const other = await ours.worker.upload(ours.id, png(9, 8), 'a.png', headers);
    expect(other.problem?.code).toBe('request.idempotency-key-reused');
    expect([await fingerprint(app), await filesOnDisk()]).toEqual(before);
  });

  test('a person cannot fill the disk: there is a limit per day', async () => {
    const eager = await hire(app, ours.admin, ours.id, 'worker', 'Eager');
    const spent = `select key from throttles where key like 'upload:%'`;
    const { rows: others } = await app.superuser.query<{ key: string }>(spent);
    expect((await eager.upload(ours.id, png())).status).toBe(200);
    await app.superuser.query(`update throttles set points = 999 where key in (${spent}) and key <> all($1)`, [
      others.map(({ key }) => key),
    ]);
    expect((await eager.upload(ours.id, png())).status).toBe(200);
    expect((await eager.upload(ours.id, png())).problem?.code).toBe('request.throttled');
    expect((await ours.worker.upload(ours.id, png())).status).toBe(200);
  });
});

describe('a worklog and its receipts', () => {
  test('has them in the given order, counted in the list', async () => {
    const [a, b] = [await uploaded(ours.worker, png(), 'a.png'), await uploaded(ours.worker, pdf(), 'b.pdf')];
    const worklog = await expense(ours.worker, [b.id, a.id]);
    expect(worklog.receipts).toBe(2);
    expect((await detail(ours.approver, worklog.id)).receipts).toEqual([b, a]);
    const { worklogs } = await ours.approver.ok('GET /companies/{companyId}/worklogs', { companyId: ours.id });
    expect(worklogs.find(({ id }) => id === worklog.id)?.receipts).toBe(2);
  });

  test('amending names the complete new set; the previous one stays in the history', async () => {
    const [a, b] = [
      await uploaded(ours.worker, png(), 'image.png'),
      await uploaded(ours.worker, png(9, 9), 'image.png'),
    ];
    const { id } = await expense(ours.worker, [a.id]);
    expect((await amend(ours.worker, id, 1)).body.receipts).toBe(1);
    expect((await amend(ours.worker, id, 2, [b.id])).body.receipts).toBe(1);
    const { receipts, history } = await detail(ours.manager, id);
    expect(receipts).toEqual([b]);
    expect(history.map(({ changes }) => changes.receipts)).toEqual([
      undefined,
      undefined,
      { from: 'image.png (1 kB)', to: 'image.png (1 kB)' },
    ]);
    expect((await amend(ours.worker, id, 3, [])).body.receipts).toBe(0);
    expect((await detail(ours.manager, id)).history.at(-1)?.changes.receipts).toEqual({
      from: 'image.png (1 kB)',
      to: null,
    });
    // Once removed from the worklog, it can neither be seen nor attached again.
    expect((await download(ours.worker, a.id)).statusCode).toBe(404);
    expect((await amend(ours.worker, id, 4, [a.id])).problem?.code).toBe('receipt.missing');
  });

  test('is created with all of them or not at all', async () => {
    const [mine, used] = [await uploaded(ours.worker), await uploaded(ours.worker)];
    await expense(ours.worker, [used.id]);
    const others = await uploaded(colleague);
    const foreign = await uploaded(theirs.worker, png(), 'theirs.png', theirs);
    const before = await fingerprint(app);
    for (const id of [used.id, others.id, foreign.id, unknownId()]) {
      const reply = await ours.worker.call('POST /companies/{companyId}/worklogs', {
        companyId: ours.id,
        taskId: ours.project.expenseTaskId,
        day: '2026-03-03',
        amount: '1000',
        receiptIds: [mine.id, id],
      });
      expect([reply.status, reply.problem?.code]).toEqual([404, 'receipt.missing']);
    }
    const { id, version } = await expense(ours.worker, []);
    const after = await fingerprint(app);
    expect(after).not.toBe(before);
    expect((await amend(ours.worker, id, version, [others.id])).problem?.code).toBe('receipt.missing');
    expect(await fingerprint(app)).toBe(after);
    // Positive control: the same request with the caller's own receipt.
    expect((await amend(ours.worker, id, version, [mine.id])).status).toBe(200);
  });

  test('has at most ten, each once', async () => {
    const ids = [];
    for (let count = 0; count <= maxReceiptsPerWorklog; count++) ids.push((await uploaded(ours.worker)).id);
    const { id, version } = await expense(ours.worker, []);
    expect((await amend(ours.worker, id, version, ids)).problem?.code).toBe('receipt.too-many');
    expect((await amend(ours.worker, id, version, [ids[0] ?? '', ids[0] ?? ''])).status).toBe(422);
    expect((await amend(ours.worker, id, version, ids.slice(1))).body.receipts).toBe(maxReceiptsPerWorklog);
  });

  test('requires one above the amount of the company’s policy', async () => {
    const { version } = await ours.admin.ok('GET /companies/{companyId}', { companyId: ours.id });
    const ask = (receiptAboveMinor: number | null, seen: number) =>
      ours.admin.ok('PATCH /companies/{companyId}', { companyId: ours.id, version: seen, receiptAboveMinor });
    const answer = await ask(4_999_999, version);
    const { id } = await uploaded(ours.worker);
    await expect(expense(ours.worker, [])).rejects.toThrow('worklog.receipt-required');
    const worklog = await expense(ours.worker, [id]);
    expect((await amend(ours.worker, worklog.id, 1, [])).problem?.code).toBe('worklog.receipt-required');
    // Omitting the field keeps the receipts.
    expect((await amend(ours.worker, worklog.id, 1)).body.receipts).toBe(1);
    await ask(null, answer.version);
  });

  test('two concurrent worklogs cannot share one', async () => {
    const { id } = await uploaded(ours.worker);
    const outcomes = await Promise.allSettled([expense(ours.worker, [id]), expense(ours.worker, [id])]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('withdrawing removes access to them', async () => {
    const { id } = await uploaded(ours.worker);
    const worklog = await expense(ours.worker, [id]);
    expect((await download(ours.approver, id)).statusCode).toBe(200);
    await ours.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
      companyId: ours.id,
      worklogId: worklog.id,
      version: 1,
    });
    for (const actor of [ours.approver, ours.worker]) expect((await download(actor, id)).statusCode).toBe(404);
  });
});

describe('the file', () => {
  test('is visible to its owner only until it is attached; then to everyone who sees the worklog', async () => {
    const other = await hire(app, ours.admin, ours.id, 'manager', 'Aurora Other manager');
    const { id } = await uploaded(ours.worker);
    const everyone = { ...ours, colleague, other, stranger: theirs.admin };
    const names = ['worker', 'admin', 'manager', 'approver', 'reviewer', 'colleague', 'other', 'stranger'] as const;
    const seenBy = async () => {
      const seen = [];
      for (const name of names) {
        const { statusCode, body } = await download(everyone[name], id);
        expect([200, 404]).toContain(statusCode);
        if (statusCode === 200) seen.push(name);
        else {
          const nobody = await download(everyone[name], unknownId());
          const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
          expect(withoutRequestId(body)).toBe(withoutRequestId(nobody.body));
        }
      }
      return seen;
    };
    expect(await seenBy()).toEqual(['worker']);
    await expense(ours.worker, [id]);
    expect(await seenBy()).toEqual(['worker', 'admin', 'manager', 'approver', 'reviewer']);
    // Under another company's path it does not exist, for any caller.
    for (const actor of [theirs.admin, ours.admin])
      expect((await download(actor, id, '', {}, theirs)).statusCode).toBe(404);
  });

  test('is found with the company’s id in any spelling', async () => {
    const { id } = await uploaded(ours.worker);
    for (const spelling of [ours.id, ours.id.toUpperCase()])
      expect((await download(ours.worker, id, '', {}, { ...ours, id: spelling })).statusCode).toBe(200);
  });

  test('is downloaded under its own name, never executed or framed', async () => {
    const { id } = await uploaded(ours.worker, pdf(), 'Nota “Café” 100%.pdf');
    for (const query of ['', '?inline=true']) {
      const { headers, rawPayload } = await download(ours.worker, id, query);
      expect(rawPayload).toEqual(pdf());
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="Nota _Caf__ 100_.pdf"; filename*=UTF-8''Nota%20%E2%80%9CCaf%C3%A9%E2%80%9D%20100%25.pdf`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cache-control': 'private, no-cache',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  test('is shown inline only if it is an image, and has a conditional GET', async () => {
    const { id } = await uploaded(ours.worker, png());
    const { headers } = await download(ours.worker, id, '?inline=true');
    expect(headers['content-disposition']).toMatch(/^inline; /);
    expect(headers['content-security-policy']).toContain('sandbox');
    const etag = String(headers.etag);
    expect(etag).toBe(`"${createHash('sha256').update(png()).digest('hex')}"`);
    const again = await download(ours.worker, id, '?inline=true', { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await download(colleague, id, '', { 'if-none-match': etag })).statusCode).toBe(404);
  });
});

describe('when the file storage fails (R08)', () => {
  test.each([
    ['during the upload', () => 'arriving'],
    ['when it is stored', () => join('receipts', ours.id)],
  ])('an error %s leaves no row and no file, and a retry works', async (moment, place) => {
    // The first upload creates both folders.
    await uploaded(ours.worker);
    const folder = join(app.config.dataDir, place());
    const before = [await fingerprint(app), await filesOnDisk()];
    // A file in place of the folder: no user, not even root, can write below it.
    await rename(folder, `${folder}.aside`);
    await writeFile(folder, '');
    const headers = { 'idempotency-key': `failing ${moment}`.replaceAll(' ', '-') };
    const failed = await ours.worker.upload(ours.id, png(), 'taxi.png', headers);
    expect([failed.status, failed.problem?.code, failed.headers['retry-after']]).toEqual([
      503,
      'receipt.not-stored',
      '30',
    ]);
    await rm(folder);
    await rename(`${folder}.aside`, folder);
    expect([await fingerprint(app), await filesOnDisk()]).toEqual(before);
    expect((await ours.worker.upload(ours.id, png(), 'taxi.png', headers)).status).toBe(200);
  });

  test('a lost file is reported, and the worklog stays usable', async () => {
    const before = await filesOnDisk();
    const { id } = await uploaded(ours.worker);
    const worklog = await expense(ours.worker, [id]);
    for (const file of await filesOnDisk()) if (!before.includes(file)) await rm(file);
    expect((await download(ours.approver, id)).json()).toMatchObject({ status: 503, code: 'receipt.not-stored' });
    expect((await detail(ours.approver, worklog.id)).receipts).toHaveLength(1);
  });
});
