// Files on their way when the right to them ends: whoever takes them slowly does not get the rest.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { listen } from '../support/listening.ts';
import { fillWithRows } from '../support/many-rows.ts';
import { programOf } from '../support/principals.ts';

let app: TestApp;
let ours: TestCompany;
let address: string;

beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app, { canary: 'Ours' });
  address = await listen(app.app, 4660);
  await fillWithRows(app, ours);
}, 120_000);
afterAll(() => app.close());

/** Takes the first piece and waits with the rest; `ended` tells whether the rest is cut off. */
async function begin(actor: Actor, path: string) {
  const headers: Record<string, string> = actor.bearer
    ? { authorization: `Bearer ${actor.bearer}` }
    : { cookie: actor.cookie };
  const control = new AbortController();
  const reply = await fetch(`${address}${apiPrefix}${path}`, { headers, signal: control.signal });
  expect([path, reply.status]).toEqual([path, 200]);
  const reader = reply.body?.getReader();
  await reader?.read();
  const rest = async (): Promise<'whole' | 'cut off'> => {
    try {
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read());
      return 'whole';
    } catch {
      return 'cut off';
    }
  };
  return { rest, leave: () => control.abort() };
}

/** However slowly it is taken: nothing is read until the server has ended the connection. */
const cutOff = async (download: Awaited<ReturnType<typeof begin>>, connections: number) => {
  await expect.poll(open, { timeout: 15_000 }).toBeLessThan(connections);
  expect(await download.rest()).toBe('cut off');
};

const open = () => new Promise<number>((resolve) => app.app.server.getConnections((_, count) => resolve(count)));

const fileOf = (query: string) => `/companies/${ours.id}/reports/file?style=plain&${query}`;

test.each(['of=worklogs&format=csv', 'of=worklogs&format=xlsx'])('%s ends when its reader signs out', async (query) => {
  const reader = await hire(app, ours.admin, ours.id, 'reviewer', 'Reader');
  const download = await begin(reader, fileOf(query));
  const before = await open();
  await reader.ok('POST /sign-out', {});
  await cutOff(download, before);
});

test('a prepared file, and one for a program, end with membership and token', async () => {
  const leaving = await hire(app, ours.admin, ours.id, 'reviewer', 'Leaving');
  const { id } = await leaving.ok('POST /companies/{companyId}/reports/files', {
    companyId: ours.id,
    of: 'worklogs',
    format: 'csv',
  });
  const prepared = await begin(leaving, `/companies/${ours.id}/reports/files/${id}/content`);
  const { actor: program } = await programOf(await hire(app, ours.admin, ours.id, 'reviewer', 'Program'));
  const programmed = await begin(program, fileOf('of=worklogs&format=csv'));
  const before = await open();
  await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
    companyId: ours.id,
    userId: leaving.userId,
    isActive: false,
  });
  await cutOff(prepared, before);
  await app.oracle.query('delete from access_tokens where user_id = $1', [program.userId]);
  await cutOff(programmed, before - 1);
});

test('a smaller role ends a file, the same or a greater one does not', async () => {
  const less = await hire(app, ours.admin, ours.id, 'reviewer', 'Less');
  const more = await hire(app, ours.admin, ours.id, 'reviewer', 'More');
  const lessens = await begin(less, fileOf('of=worklogs&format=csv'));
  const grows = await begin(more, fileOf('of=worklogs&format=csv'));
  const before = await open();
  const roleOf = (userId: string, role: 'worker' | 'company admin') =>
    ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId: ours.id, userId, role });
  await roleOf(more.userId, 'company admin');
  await roleOf(less.userId, 'worker');
  await cutOff(lessens, before);
  expect(await grows.rest()).toBe('whole');
});

test('the file of everything somebody has ends with their session', async () => {
  const { worker } = ours;
  const download = await begin(worker, '/account/download');
  const before = await open();
  await worker.ok('POST /sign-out', {});
  await cutOff(download, before);
});
