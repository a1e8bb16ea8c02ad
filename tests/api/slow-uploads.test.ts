// Over real sockets: a photograph on a slow connection arrives, but slow clients cannot hold connections indefinitely. Case R14 of
// docs/attack-cases.md.

import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import type { RequestLimits } from '#server/http/request-limits.ts';
import { createLog } from '#server/log.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';
import { png } from '../support/receipts.ts';
import { headersOfAll } from '../support/security-headers.ts';

const limits: RequestLimits = {
  headersMs: 500,
  bodyMs: 500,
  checkIntervalMs: 100,
  fileMs: 60_000,
  progressMs: 60_000,
  minBytesPerSecond: 2_000,
};
const progressMs = 1_000;

let main: TestApp;
let ours: TestCompany;
const opened: FastifyInstance[] = [];
let patient: string;
let strict: string;
let hasty: string;
let watchful: string;
beforeAll(async () => {
  main = await startTestApp();
  ours = await foundTestCompany(main);
  const start = async (requestLimits: RequestLimits) => {
    const app = await buildApp({ ...main, log: createLog('silent'), requestLimits });
    opened.push(app);
    return listen(app, 4900);
  };
  patient = await start(limits);
  strict = await start({ ...limits, bodyMs: 2_000 });
  hasty = await start({ ...limits, fileMs: 2_000 });
  // The whole photo in twenty seconds is enough.
  watchful = await start({ ...limits, progressMs, minBytesPerSecond: photo.length / 20 });
});
afterAll(async () => {
  for (const app of opened) await app.close();
  await main.close();
});

type Sending = {
  write(chunk: Buffer): void;
  end(): void;
  leave(): void;
  answer: Promise<Answer>;
};
type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

/** A request whose body has not been sent yet. */
function begin(address: string, actor: Actor, path: string, headers: Record<string, string | number>): Sending {
  const answered = Promise.withResolvers<Answer>();
  answered.promise.catch(() => undefined);
  const read = async (response: IncomingMessage) => ({
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await text(response),
  });
  const sending = request(
    `${address}${apiPrefix}${path}`,
    { method: 'POST', agent: false, headers: { cookie: actor.cookie, ...headers } },
    (response) => answered.resolve(read(response)),
  );
  sending.on('error', answered.reject).flushHeaders();
  return {
    write: (chunk) => void sending.write(chunk),
    end: () => void sending.end(),
    leave: () => void sending.destroy(),
    answer: answered.promise,
  };
}

const file = png(60, 60);
/** 15 kB. */
const photo = png(3_000, 3_000);
const beginUpload = (address: string, actor = ours.worker, body = file) =>
  begin(address, actor, `/companies/${ours.id}/receipts?fileName=taxi.png`, { 'content-length': body.length });
const beginPhoto = () => beginUpload(watchful, ours.worker, photo);

const arrivingFiles = () => readdir(join(main.config.dataDir, 'arriving')).catch(() => []);

async function inPieces({ write, end }: Sending, body: Buffer, forMs: number): Promise<void> {
  const pieces = 6;
  const length = Math.ceil(body.length / pieces);
  for (let from = 0; from < body.length; from += length) {
    write(body.subarray(from, from + length));
    await sleep(forMs / pieces);
  }
  end();
}

const founding = Buffer.from(JSON.stringify({ name: 'Slow Company', timeZone: 'UTC', currency: 'EUR' }));
const beginFounding = () =>
  begin(strict, ours.admin, '/companies', { 'content-type': 'application/json', 'content-length': founding.length });

test('a receipt has more time than other bodies', async () => {
  const slow = beginUpload(patient);
  await inPieces(slow, file, limits.bodyMs * 3);
  const { status, body } = await slow.answer;
  expect([status, JSON.parse(body).bytes]).toEqual([200, file.length]);
});

test('other bodies have less time, and a partial body has no effect', async () => {
  const slow = beginFounding();
  void inPieces(slow, founding, limits.bodyMs * 60).catch(() => undefined);
  const { status, headers } = await slow.answer;
  expect(status).toBe(408);
  expect(Object.keys(headers)).toEqual(expect.arrayContaining([...headersOfAll]));
  const { rows } = await main.superuser.query(`select from companies where name = 'Slow Company'`);
  expect(rows).toEqual([]);
  // Positive control: the same chunks, sent faster.
  const faster = beginFounding();
  await inPieces(faster, founding, 60);
  expect((await faster.answer).status).toBe(200);
});

test('incomplete headers time out', async () => {
  const { hostname, port } = new URL(patient);
  const socket = connect(Number(port), hostname);
  socket.write('GET /api/v1/session HTTP/1.1\r\nhost: daybook.test\r\nx-slow: ');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  for (const name of headersOfAll) expect(answer.toLowerCase()).toContain(`\r\n${name}: `);
});

test('a file that makes progress has as long as it needs', async () => {
  const slow = beginPhoto();
  await inPieces(slow, photo, progressMs * 4);
  const { status, body } = await slow.answer;
  expect([status, JSON.parse(body).bytes]).toEqual([200, photo.length]);
});

test('a file that comes byte by byte is ended, also after a fast beginning, and leaves nothing', async () => {
  for (const beginning of [1, photo.length - 200]) {
    const slow = beginPhoto();
    const began = performance.now();
    await vi.waitUntil(async () => (await arrivingFiles()).length === 1, { timeout: 30_000 });
    slow.write(photo.subarray(0, beginning));
    let sent = beginning;
    const trickling = setInterval(() => slow.write(photo.subarray(sent, ++sent)), progressMs / 10);
    await untilEnded(slow).finally(() => clearInterval(trickling));
    expect(performance.now() - began, 'before it would be complete or time out').toBeLessThan(15_000);
  }
});

test('an endless file times out too, and leaves nothing', async () => {
  const stalled = beginUpload(hasty);
  stalled.write(file.subarray(0, 50));
  await vi.waitUntil(async () => (await arrivingFiles()).length === 1, { timeout: 30_000 });
  await untilEnded(stalled);
});

/** With a response or without: the connection must end. */
async function untilEnded({ answer }: Sending): Promise<void> {
  await answer.then(
    ({ status }) => expect(status).toBe(408),
    (error: unknown) => expect(String(error)).toMatch(/ECONNRESET|socket hang up/),
  );
  await vi.waitUntil(async () => (await arrivingFiles()).length === 0, { timeout: 30_000 });
}

test('a person has a few concurrent uploads; the next one is refused with Retry-After, others are not', async () => {
  const colleague = await hire(main, ours.admin, ours.id, 'worker', 'Colleague');
  const running = Array.from({ length: 6 }, () => beginUpload(patient));
  for (const one of running) one.write(file.subarray(0, 50));
  await vi.waitUntil(async () => (await arrivingFiles()).length === 6, { timeout: 30_000 });
  const upload = async (actor: Actor) => {
    const sending = beginUpload(patient, actor);
    sending.write(file);
    sending.end();
    return (await sending.answer).status;
  };
  expect([await upload(ours.worker), await upload(colleague)]).toEqual([429, 200]);
  running[0]?.write(file.subarray(50));
  running[0]?.end();
  expect((await running[0]?.answer)?.status).toBe(200);
  expect(await upload(ours.worker)).toBe(200);
  for (const one of running) one.leave();
  await vi.waitUntil(async () => (await arrivingFiles()).length === 0, { timeout: 30_000 });
  expect(await upload(ours.worker)).toBe(200);
});
