// Downloads in progress when the right to them ends: a slow reader does not get the rest.

import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { maxReceiptBytes } from '#domain/receipts.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';
import { fillWithRows } from '../support/many-rows.ts';
import { accessTokenActor } from '../support/principals.ts';
import { pdf } from '../support/receipts.ts';

let app: TestApp;
let ours: TestCompany;
let address: string;
const sockets = new Set<Socket>();

beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app, { canary: 'Ours' });
  address = await listen(app.app, 4660);
  app.app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await fillWithRows(app, ours);
}, 120_000);
afterAll(() => app.close());

/** Reads nothing until the server can send no more; `rest` returns whether the file is then complete or cut off. */
async function begin(actor: Actor, path: string) {
  const headers: Record<string, string> = actor.bearer
    ? { authorization: `Bearer ${actor.bearer}` }
    : { cookie: actor.cookie };
  const request = get(`${address}${apiPrefix}${path}`, { headers, agent: false });
  const response = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  expect([path, response.statusCode]).toEqual([path, 200]);
  const { localPort } = response.socket;
  await untilNothingIsSent();
  const isOpen = () => [...sockets].some(({ remotePort }) => remotePort === localPort);
  const rest = async (): Promise<'whole' | 'cut off'> => {
    try {
      for await (const _ of response);
      return response.complete ? 'whole' : 'cut off';
    } catch {
      return 'cut off';
    }
  };
  return { isOpen, rest };
}

/** Before that, reading the next rows would detect the lost right; afterwards only the repeated check does. */
async function untilNothingIsSent(): Promise<void> {
  let before = -1;
  const isSame = () => {
    const sent = [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    const wasSame = sent === before;
    before = sent;
    return wasSame;
  };
  await vi.waitUntil(isSame, { timeout: 30_000, interval: 400 });
}

/** Nothing is read until the server has closed the connection. */
const expectAborted = async (download: Awaited<ReturnType<typeof begin>>) => {
  await expect.poll(download.isOpen, { timeout: 15_000 }).toBe(false);
  expect(await download.rest()).toBe('cut off');
};

const fileOf = (query: string) => `/companies/${ours.id}/reports/file?style=plain&${query}`;

test.each(['of=worklogs&format=csv', 'of=worklogs&format=xlsx'])('%s ends when its reader signs out', async (query) => {
  const reader = await hire(app, ours.admin, ours.id, 'reviewer', 'Reader');
  const download = await begin(reader, fileOf(query));
  await reader.ok('POST /sign-out', {});
  await expectAborted(download);
});

test('a prepared file, and one for an access token, end with the membership and the token', async () => {
  const leaving = await hire(app, ours.admin, ours.id, 'reviewer', 'Leaving');
  const { id } = await leaving.ok('POST /companies/{companyId}/reports/files', {
    companyId: ours.id,
    of: 'worklogs',
    format: 'csv',
  });
  const prepared = await begin(leaving, `/companies/${ours.id}/reports/files/${id}/content`);
  const { actor: program } = await accessTokenActor(await hire(app, ours.admin, ours.id, 'reviewer', 'Program'));
  const programmed = await begin(program, fileOf('of=worklogs&format=csv'));
  await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
    companyId: ours.id,
    userId: leaving.userId,
    isActive: false,
  });
  await expectAborted(prepared);
  await app.superuser.query('delete from access_tokens where user_id = $1', [program.userId]);
  await expectAborted(programmed);
});

test('a role with fewer permissions ends a download, the same or more permissions do not', async () => {
  const less = await hire(app, ours.admin, ours.id, 'reviewer', 'Less');
  const more = await hire(app, ours.admin, ours.id, 'reviewer', 'More');
  const lessens = await begin(less, fileOf('of=worklogs&format=csv'));
  const grows = await begin(more, fileOf('of=worklogs&format=csv'));
  const roleOf = (userId: string, role: 'worker' | 'company admin') =>
    ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId: ours.id, userId, role });
  await roleOf(more.userId, 'company admin');
  await roleOf(less.userId, 'worker');
  await expectAborted(lessens);
  expect(await grows.rest()).toBe('whole');
});

test('a manager’s download ends with one of their projects, and not with a further one', async () => {
  const less = ours.manager;
  const more = await hire(app, ours.admin, ours.id, 'manager', 'More');
  const manage = async (projectId: string, managers: readonly Actor[]) => {
    const { version } = await ours.admin.ok('GET /companies/{companyId}/projects/{projectId}', {
      companyId: ours.id,
      projectId,
    });
    const managerIds = managers.map(({ userId }) => userId);
    await ours.admin.ok('PATCH /companies/{companyId}/projects/{projectId}', {
      companyId: ours.id,
      projectId,
      version,
      managerIds,
    });
  };
  const { id: withoutRows } = await ours.admin.ok('POST /companies/{companyId}/projects', {
    companyId: ours.id,
    name: 'Without rows',
    managerIds: [less.userId, more.userId],
    tasks: [{ name: 'Survey', kind: 'timed' }],
  });
  await manage(ours.project.id, [less, more]);
  const lessens = await begin(less, fileOf('of=worklogs&format=csv'));
  const grows = await begin(more, fileOf('of=worklogs&format=csv'));
  await manage(ours.otherProject.id, [more]);
  await manage(withoutRows, [more]);
  await expectAborted(lessens);
  expect(await grows.rest()).toBe('whole');
});

test('a receipt’s download ends with the permission to see the worklog, for that person only', async () => {
  // Much larger than the buffers between the server and a client that does not read.
  const { body } = await ours.worker.upload(ours.id, pdf('x'.repeat(maxReceiptBytes - 100)), 'large.pdf');
  await ours.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: ours.id,
    taskId: ours.project.expenseTaskId,
    day: '2026-03-02',
    amount: '50000',
    receiptIds: [body.id],
  });
  const path = `/companies/${ours.id}/receipts/${body.id}`;
  const { approver } = ours;
  const [ended, kept] = [await begin(approver, path), await begin(ours.admin, path)];
  const key = { companyId: ours.id, userId: approver.userId };
  await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...key, isActive: false });
  await expectAborted(ended);
  expect(await kept.rest()).toBe('whole');
});

test('the personal data export ends with the session', async () => {
  const { worker } = ours;
  const download = await begin(worker, '/account/download');
  await worker.ok('POST /sign-out', {});
  await expectAborted(download);
});
