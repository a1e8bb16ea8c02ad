// Files that the browser saves itself: refusals are shown on the page that prepares them, only the person who prepared one can
// fetch it, once, and the page is informed of its progress and how it ended.

import { get } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/index.ts';
import { maxConcurrentFiles, maxConcurrentFilesPerPerson } from '#domain/report-files.ts';
import { type Actor, type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { untilWaiting, withLocksHeld } from '../support/concurrent-transaction.ts';
import { countClosed, listen } from '../support/http-listener.ts';
import { fillWithRows, manyRows, untilFilesRead } from '../support/many-rows.ts';

let app: TestApp;
let full: TestCompany;
let address: string;

beforeAll(async () => {
  app = await startTestApp();
  full = await foundTestCompany(app);
  address = await listen(app.app, 4600);
  await fillWithRows(app, full);
}, 120_000);
afterAll(() => app.close());
afterEach(() => untilFilesRead(app, 0));

type Wanted = Partial<Input<'POST /companies/{companyId}/reports/files'>>;

const reportInput = (rest: Wanted = {}) =>
  ({ companyId: full.id, of: 'worklogs', format: 'csv', style: 'plain', ...rest }) as const;
const oneDay = { from: '2026-01-05', to: '2026-01-05' };

const prepare = (actor: Actor, rest: Wanted = {}) =>
  actor.ok('POST /companies/{companyId}/reports/files', reportInput(rest));

const prepareAs = (actor: Actor, rest: Wanted, language = 'en') =>
  actor.call('POST /companies/{companyId}/reports/files', reportInput(rest), { 'accept-language': language });

const statusOf = (actor: Actor, fileId: string, language = 'en') =>
  actor.call(
    'GET /companies/{companyId}/reports/files/{fileId}',
    { companyId: full.id, fileId },
    { 'accept-language': language },
  );

const stateOf = async (actor: Actor, fileId: string) => (await statusOf(actor, fileId)).body;

const untilState = (actor: Actor, fileId: string, state: string) =>
  vi.waitUntil(async () => (await stateOf(actor, fileId)).state === state, { timeout: 30_000, interval: 50 });

const contentOf = (fileId: string) => `${apiPrefix}/companies/${full.id}/reports/files/${fileId}/content`;

const fetchFile = (actor: Pick<Actor, 'cookie'>, fileId: string, control = new AbortController()) =>
  fetch(address + contentOf(fileId), { headers: { cookie: actor.cookie }, signal: control.signal });

const codeOf = async (reply: Response): Promise<string> => {
  const problem = z.object({ code: z.string() }).parse(await reply.json());
  return `${reply.status} ${problem.code}`;
};

/** Another server of the installation takes all slots until the returned function is called. */
async function takeAllPlaces(): Promise<() => Promise<void>> {
  const client = await app.superuser.connect();
  await client.query(
    `select pg_advisory_lock(hashtextextended('daybook file ' || n, 0)) from generate_series(1, $1::int) n`,
    [maxConcurrentFiles],
  );
  return async () => {
    await client.query('select pg_advisory_unlock_all()');
    client.release();
  };
}

describe('a prepared file', () => {
  test('equals the file of an access token, in bytes and name, and is reported as complete', async () => {
    const { id, rowsExpected } = await prepare(full.manager, oneDay);
    expect(await stateOf(full.manager, id)).toEqual({ state: 'waiting', rowsWritten: 0, rowsExpected, failure: null });
    const reply = await fetchFile(full.manager, id);
    const text = await reply.text();
    const program = await app.app.inject({
      url: `${apiPrefix}/companies/${full.id}/reports/file?of=worklogs&format=csv&style=plain&from=${oneDay.from}&to=${oneDay.to}`,
      headers: { cookie: full.manager.cookie },
    });
    expect(text).toBe(program.body.replace(/^\uFEFF/, ''));
    for (const name of ['content-type', 'content-disposition', 'cache-control'])
      expect([name, reply.headers.get(name)]).toEqual([name, program.headers[name]]);
    await untilState(full.manager, id, 'whole');
    const rows = text.split('\r\n').length - 2;
    expect([rows > 100, rowsExpected]).toEqual([true, rows]);
    expect((await stateOf(full.manager, id)).rowsWritten).toBe(rows);
  });

  test('expects no number of rows for totals', async () => {
    const { id, rowsExpected } = await prepare(full.manager, { ...oneDay, of: 'breakdown' });
    expect(rowsExpected).toBeNull();
    expect((await (await fetchFile(full.manager, id)).text()).split('\r\n')).toHaveLength(3);
  });

  test('is downloaded once, by the person who prepared it, while signed in', async () => {
    const { id } = await prepare(full.admin, oneDay);
    expect(await codeOf(await fetchFile(full.manager, id))).toBe('404 file.missing');
    expect(await codeOf(await fetchFile({ cookie: '' }, id))).toBe('401 session.missing');
    expect((await statusOf(full.manager, id)).status).toBe(404);
    const file = { companyId: full.id, fileId: id };
    expect((await full.manager.call('DELETE /companies/{companyId}/reports/files/{fileId}', file)).status).toBe(404);
    const download = await fetchFile(full.admin, id);
    expect(download.status).toBe(200);
    expect(await codeOf(await fetchFile(full.admin, id))).toBe('404 file.missing');
    // A response that nobody reads may be cancelled when it is collected as garbage.
    await download.text();
    await untilState(full.admin, id, 'whole');
  });

  test('is downloaded from our own pages only, as the download changes a row', async () => {
    const { id } = await prepare(full.admin, oneDay);
    const from = (site: string) => full.admin.send('GET', contentOf(id), undefined, { 'sec-fetch-site': site });
    for (const site of ['cross-site', 'same-site', 'none'])
      expect([site, (await from(site)).problem?.code]).toEqual([site, 'request.cross-site']);
    expect((await stateOf(full.admin, id)).state).toBe('waiting');
    expect((await from('same-origin')).status).toBe(200);
  });

  test('without a download expires with a message in the reader’s language', async () => {
    const { id } = await prepare(full.admin, oneDay);
    await app.superuser.query(`update prepared_files set created_at = now() - interval '31 seconds' where id = $1`, [
      id,
    ]);
    const { body } = await statusOf(full.admin, id, 'id');
    expect(body).toMatchObject({ state: 'failed', failure: expect.stringContaining('tidak mengambil') });
    expect(await codeOf(await fetchFile(full.admin, id))).toBe('404 file.missing');
  });

  test('is authorised again at the download, and the page gets the refusal', async () => {
    const person = await hire(app, full.admin, full.id, 'reviewer', 'Demoted');
    const { id } = await prepare(person, { ...oneDay, of: 'breakdown' });
    await full.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: full.id,
      userId: person.userId,
      role: 'worker',
    });
    expect(await codeOf(await fetchFile(person, id))).toBe('403 role.not-allowed');
    expect(await stateOf(person, id)).toMatchObject({ state: 'failed', failure: expect.any(String) });
  });

  test('is deleted after an hour', async () => {
    const { id } = await prepare(full.admin, oneDay);
    await app.superuser.query(`update prepared_files set created_at = now() - interval '61 minutes' where id = $1`, [
      id,
    ]);
    const { id: next } = await prepare(full.admin, oneDay);
    expect([(await statusOf(full.admin, id)).status, (await statusOf(full.admin, next)).status]).toEqual([404, 200]);
  });
});

describe('a file that cannot be prepared', () => {
  test('is refused to the page, and nothing is stored', async () => {
    const countOf = async () => (await app.superuser.query('select from prepared_files')).rowCount;
    const before = await countOf();
    const code = async (actor: Actor, rest: Wanted) => (await prepareAs(actor, rest)).problem?.code;
    expect(await code(full.worker, { ...oneDay, of: 'breakdown' })).toBe('role.not-allowed');
    expect(await code(full.admin, { from: '2026-02-01', to: '2026-01-01' })).toBe('range.backwards');
    expect(await code(full.admin, { of: 'payroll' })).toBe('field.required');
    const free = await takeAllPlaces();
    const { status, problem, headers } = await prepareAs(full.admin, oneDay, 'id');
    await free();
    expect([status, problem?.code, problem?.detail]).toEqual([503, 'file.busy', expect.stringContaining('Coba lagi')]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await countOf()).toBe(before);
    expect((await prepareAs(full.admin, oneDay)).status).toBe(200);
  });

  test('because the person has too many already, is refused immediately', async () => {
    const control = new AbortController();
    for (let count = 0; count < maxConcurrentFilesPerPerson; count++)
      expect((await fetchFile(full.admin, (await prepare(full.admin)).id, control)).status).toBe(200);
    expect((await prepareAs(full.admin, oneDay)).problem?.code).toBe('file.too-many');
    expect((await prepareAs(full.manager, oneDay)).status).toBe(200);
    control.abort();
  });

  test('because other requests took the slots before the download, is reported to the page', async () => {
    const { id } = await prepare(full.admin, oneDay);
    const free = await takeAllPlaces();
    expect(await codeOf(await fetchFile(full.admin, id))).toBe('503 file.busy');
    await free();
    const { body } = await statusOf(full.admin, id, 'id');
    expect(body).toMatchObject({ state: 'failed', failure: expect.stringContaining('Coba lagi dalam') });
  });
});

describe('during the download', () => {
  test('the page shows the progress; cancelling ends it and frees its slot', async () => {
    const { id, rowsExpected } = await prepare(full.admin);
    expect(rowsExpected).toBe(manyRows);
    const reply = await fetchFile(full.admin, id);
    const reader = reply.body?.getReader();
    await reader?.read();
    await vi.waitUntil(async () => (await stateOf(full.admin, id)).rowsWritten > 0, { timeout: 30_000, interval: 50 });
    const { state, rowsWritten } = await stateOf(full.admin, id);
    expect([state, rowsWritten < manyRows]).toEqual(['writing', true]);
    await full.admin.ok('DELETE /companies/{companyId}/reports/files/{fileId}', { companyId: full.id, fileId: id });
    await untilFilesRead(app, 0);
    const rest = async () => {
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read());
    };
    // The stream fails; it does not end like a complete file.
    await expect(rest()).rejects.toThrow();
    expect(await stateOf(full.admin, id)).toMatchObject({ state: 'cancelled', failure: null });
  });

  test('a browser that disconnects cancels it', async () => {
    const control = new AbortController();
    const { id } = await prepare(full.admin);
    await (await fetchFile(full.admin, id, control)).body?.getReader().read();
    control.abort();
    await untilState(full.admin, id, 'cancelled');
  });

  test('also a browser that disconnects before the first byte', async () => {
    const { id } = await prepare(full.admin, oneDay);
    const left = countClosed(app.app);
    await withLocksHeld(app, [['select from prepared_files where id = $1 for update', [id]]], async () => {
      const headers = { cookie: full.admin.cookie };
      const fetching = get(address + contentOf(id), { headers, agent: false }).on('error', () => undefined);
      await untilWaiting(app.superuser, 1);
      fetching.destroy();
      await vi.waitUntil(() => left() > 0, { timeout: 30_000 });
    });
    await untilState(full.admin, id, 'cancelled');
  });

  test('a server that stops responding interrupts it', async () => {
    const { id } = await prepare(full.admin);
    const missHeartbeats = `update prepared_files set state = 'writing', seen_at = now() - interval '16 seconds' where id = $1`;
    await app.superuser.query(missHeartbeats, [id]);
    expect(await stateOf(full.admin, id)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/broke off/),
    });
  });
});
