// Against a server whose responses get lost: the request is retried a bounded number of times with the same key.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, NetworkError } from './api.ts';

let server: Server;
let keys: (string | undefined)[];
let answers: ((request: IncomingMessage, response: ServerResponse) => void)[];

beforeEach(async () => {
  keys = [];
  answers = [];
  server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    request.resume().on('end', () => (answers[keys.length - 1] ?? lose)(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, base), init));
  // Keeps the pauses between the attempts short.
  vi.spyOn(Math, 'random').mockReturnValue(-0.5);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  server.close();
});

const lose = (request: IncomingMessage) => request.socket.destroy();

const cutShort = (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000, 'set-cookie': 'a=b' });
  response.write('{"companyId":', () => response.destroy());
};

const whole = (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"companyId":"c"}');
};

const join = () => api('POST /link-actions/accept-invite', { code: 'x'.repeat(43) });

it('retries with the same key when the response was lost or truncated', async () => {
  answers = [lose, cutShort, whole];
  expect(await join()).toEqual({ companyId: 'c' });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
});

it('gives up after some attempts with a NetworkError', async () => {
  await expect(join()).rejects.toBeInstanceOf(NetworkError);
  expect(keys).toHaveLength(5);
});
