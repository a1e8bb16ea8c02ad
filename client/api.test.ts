// Against a server whose responses get lost: the request is retried a bounded number of times with the same key.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { api, listenToApi, NetworkError, timeLimitOf } from './api.ts';

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

it('waits for no response longer than its limit, sends nothing again, and says that the server was not reached', async () => {
  const reached: boolean[] = [];
  listenToApi({ connection: (isReachable) => reached.push(isReachable), sessionLost: () => {}, refused: () => {} });
  const silent = () => {};
  answers = [silent, whole];
  const { timeout } = AbortSignal;
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(200));
  await expect(api('POST /sign-out', {})).rejects.toBeInstanceOf(NetworkError);
  expect(limits).toHaveBeenCalledExactlyOnceWith(20_000);
  expect(keys).toHaveLength(1);
  expect(reached).toEqual([false]);
  server.closeAllConnections();
});

it('waits longer for work with many rows, files or a provider', () => {
  const writes = Object.values(endpoints)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(writes.filter((name) => timeLimitOf(name) > 60_000).sort()).toMatchInlineSnapshot(`
    [
      "DELETE /companies/{companyId}/history-imports/{importId}",
      "DELETE /companies/{companyId}/invites/{inviteId}",
      "DELETE /companies/{companyId}/reports/files/{fileId}",
      "DELETE /companies/{companyId}/tags/{tagId}",
      "PATCH /companies/{companyId}/invites/{inviteId}",
      "PATCH /companies/{companyId}/tags/{tagId}",
      "POST /companies/{companyId}/archive-import",
      "POST /companies/{companyId}/archive-import/check",
      "POST /companies/{companyId}/billing-portal",
      "POST /companies/{companyId}/decisions",
      "POST /companies/{companyId}/history-imports/files",
      "POST /companies/{companyId}/history-imports/{importId}/run",
      "POST /companies/{companyId}/history-imports/{importId}/undo",
      "POST /companies/{companyId}/imports",
      "POST /companies/{companyId}/imports/check",
      "POST /companies/{companyId}/invite-resends",
      "POST /companies/{companyId}/invite-resends/check",
      "POST /companies/{companyId}/invite-revocations",
      "POST /companies/{companyId}/invites",
      "POST /companies/{companyId}/invites/{inviteId}/resend",
      "POST /companies/{companyId}/payroll/close",
      "POST /companies/{companyId}/reports/files",
      "POST /companies/{companyId}/role-changes",
      "POST /companies/{companyId}/role-changes/check",
      "POST /companies/{companyId}/tags/{tagId}/merge",
      "POST /companies/{companyId}/worklog-tags",
      "POST /companies/{companyId}/worklogs-for-others",
      "POST /invites/{inviteId}/accept",
      "POST /invites/{inviteId}/decline",
      "POST /link-actions/accept-invite",
      "PUT /companies/{companyId}/history-imports/{importId}",
      "PUT /companies/{companyId}/seats",
    ]
  `);
  const kept = writes.filter((name) => /\/(worklogs|timer|worklog-copies)(\/|$)/.test(name));
  expect(kept.length).toBeGreaterThan(8);
  expect(kept.map(timeLimitOf)).toEqual(kept.map(() => 20_000));
});
