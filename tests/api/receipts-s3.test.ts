// Receipts in a bucket that damages them, stops sending or closes the connection: never returned as complete, and every request ends.

import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { createLog } from '#server/log.ts';
import { Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';
import { png } from '../support/receipts.ts';
import { type FakeS3, startFakeS3 } from '../support/s3.ts';

const stallMs = 700;

let main: TestApp;
let app: FastifyInstance;
let ours: TestCompany;
let worker: Actor;
let address: string;
let s3: FakeS3;
beforeAll(async () => {
  [main, s3] = [await startTestApp(), await startFakeS3()];
  ours = await foundTestCompany(main);
  app = await buildApp({
    ...main,
    config: { ...main.config, receiptsS3: s3 },
    log: createLog('silent'),
    receiptStallMs: stallMs,
  });
  address = await listen(app, 4990);
  worker = new Actor(app);
  worker.cookie = ours.worker.cookie;
});
afterAll(async () => {
  await app.close();
  await s3.close();
  await main.close();
});

/** Creates a receipt with this content in the bucket, and its row. */
async function receiptOf(content: Buffer): Promise<{ id: string; key: string }> {
  s3.objects.clear();
  const { body } = await worker.upload(ours.id, png());
  const [key = ''] = s3.objects.keys();
  s3.objects.set(key, { content, writtenAt: new Date() });
  await main.superuser.query('update receipts set bytes = $2, sha256 = $3 where id = $1', [
    body.id,
    content.length,
    createHash('sha256').update(content).digest(),
  ]);
  return { id: body.id, key };
}

/** `whole` if as many bytes arrived as were announced, otherwise why not. */
async function download(id: string): Promise<string> {
  const reply = await fetch(`${address}${apiPrefix}/companies/${ours.id}/receipts/${id}`, {
    headers: { cookie: worker.cookie },
    signal: AbortSignal.timeout(stallMs + 5_000),
  });
  if (reply.status !== 200) return `${reply.status} ${JSON.parse(await reply.text()).code}`;
  const announced = Number(reply.headers.get('content-length'));
  return reply.arrayBuffer().then(
    ({ byteLength }) => (byteLength === announced ? 'whole' : 'cut off'),
    (error: Error) => (error.name === 'TimeoutError' ? 'hangs' : 'cut off'),
  );
}

const flipped = (content: Buffer) =>
  Buffer.from(content.map((byte, at) => (at === content.length - 1 ? byte ^ 1 : byte)));

const damages: [string, (s3: FakeS3, key: string, content: Buffer) => unknown][] = [
  [
    'one bit is another',
    (of, key, content) => of.objects.set(key, { content: flipped(content), writtenAt: new Date() }),
  ],
  ['it is shorter', (of, key, content) => of.objects.set(key, { content: content.subarray(1), writtenAt: new Date() })],
  ['it is empty', (of, key) => of.objects.set(key, { content: Buffer.alloc(0), writtenAt: new Date() })],
  [
    'it is longer',
    (of, key, content) => of.objects.set(key, { content: Buffer.concat([content, content]), writtenAt: new Date() }),
  ],
  [
    'the bucket hangs up',
    (of, _, content) => Object.assign(of, { breakOff: { after: content.length - 1, by: 'end' } }),
  ],
  [
    'the bucket stops sending',
    (of, _, content) => Object.assign(of, { breakOff: { after: content.length - 1, by: 'silence' } }),
  ],
  ['the bucket sends nothing', (of) => Object.assign(of, { breakOff: { after: 0, by: 'silence' } })],
  ['the bucket is away', (of) => Object.assign(of, { failWith: 500 })],
];

describe.each([
  ['small', 20_000],
  ['large', 6_000_000],
])('a %s receipt is not delivered as complete', (size, bytes) => {
  test.each(damages)('when %s', async (_, damage) => {
    const content = randomBytes(bytes);
    const { id, key } = await receiptOf(content);
    try {
      expect(await download(id)).toBe('whole');
      damage(s3, key, content);
      const started = performance.now();
      const outcome = await download(id);
      // The first megabyte is read before the response begins.
      expect(size === 'small' ? ['503 receipt.not-stored'] : ['503 receipt.not-stored', 'cut off']).toContain(outcome);
      expect(performance.now() - started).toBeLessThan(stallMs + 5_000);
      await expect.poll(() => s3.waiting).toBe(0);
    } finally {
      Object.assign(s3, { breakOff: null, failWith: null });
    }
  });
});

test('a client that disconnects while the bucket does not respond leaves no connection to it', async () => {
  const { id } = await receiptOf(randomBytes(6_000_000));
  s3.breakOff = { after: 3_000_000, by: 'silence' };
  const control = new AbortController();
  const reply = await fetch(`${address}${apiPrefix}/companies/${ours.id}/receipts/${id}`, {
    headers: { cookie: worker.cookie },
    signal: control.signal,
  });
  await reply.body?.getReader().read();
  control.abort();
  await expect.poll(() => s3.waiting, { timeout: stallMs + 5_000 }).toBe(0);
  s3.breakOff = null;
});
