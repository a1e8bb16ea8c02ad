// Streamed report files: written at the speed of the reader, ended when the reader disconnects, limited in number so that other
// requests are served, and from one snapshot despite concurrent writes.

import { readSheet } from 'read-excel-file/universal';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/index.ts';
import { maxConcurrentFiles, maxConcurrentFilesPerCompany, maxConcurrentFilesPerPerson } from '#domain/report-files.ts';
import { writeWorkbook } from '#server/report-files/workbook.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';
import { bytesOfNotes, filesBeingRead, fillWithRows, manyRows, untilFilesRead } from '../support/many-rows.ts';

let app: TestApp;
let full: TestCompany;
let address: string;

beforeAll(async () => {
  app = await startTestApp();
  full = await foundTestCompany(app, { canary: 'Full' });
  address = await listen(app.app, 4600);
  await fillWithRows(app, full);
}, 120_000);
afterAll(() => app.close());

const urlOf = (companyId: string, query = 'of=worklogs&format=csv&style=plain') =>
  `${address}${apiPrefix}/companies/${companyId}/reports/file?${query}`;

/** Closes all open downloads. */
let control = new AbortController();
function leave() {
  control.abort();
  control = new AbortController();
}
afterEach(async () => {
  leave();
  await untilSessions(0);
});

const open = (actor: Actor, query?: string) =>
  fetch(urlOf(full.id, query), { headers: { cookie: actor.cookie, 'accept-language': 'id' }, signal: control.signal });

const small = 'of=worklogs&format=csv&from=2026-01-01&to=2026-01-01';

const sessions = () => filesBeingRead(app);
const untilSessions = (count: number) => untilFilesRead(app, count);

/** The size of the file once it no longer grows. */
async function untilStill(): Promise<number> {
  let last = -1;
  const isStill = async () => {
    const rows = (await sessions())[0]?.rows ?? manyRows;
    const isSame = rows === last;
    last = rows;
    return isSame;
  };
  await vi.waitUntil(isStill, { timeout: 30_000, interval: 400 });
  return last;
}

describe('a client that disconnects', () => {
  test.each(['csv', 'xlsx'])('cancels the query of the database (%s)', async (format) => {
    const reply = await open(full.admin, `of=worklogs&style=plain&format=${format}`);
    const reader = reply.body?.getReader();
    await reader?.read();
    expect(await sessions()).toHaveLength(1);
    leave();
    await reader?.read().catch(() => undefined);
    let most = 0;
    for (let [open] = await sessions(); open; [open] = await sessions()) most = Math.max(most, open.rows ?? 0);
    expect(most).toBeLessThan(manyRows / 2);
  });

  test('also before anything was sent', async () => {
    const client = await app.superuser.connect();
    await client.query('begin; lock table tasks in access exclusive mode');
    const reply = open(full.admin).catch(() => undefined);
    await untilSessions(1);
    leave();
    await reply;
    // It waits for a lock and checks only twice a second whether the client is still connected.
    await untilSessions(0);
    await client.query('rollback');
    client.release();
  });
});

test('a slow client slows the database down', async () => {
  const reply = await open(full.admin);
  const reader = reply.body?.getReader();
  await reader?.read();
  // Only as much was read as the buffers hold: less than half of the rows.
  expect(await untilStill()).toBeLessThan(manyRows / 2);
  let bytes = 0;
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
    bytes += piece.value.length;
  expect(bytes).toBeGreaterThan(manyRows * bytesOfNotes * 0.9);
  await untilSessions(0);
});

test('of a hundred concurrent files few are written: the others get Retry-After, in their language, and other requests are served', async () => {
  const people = [full.admin, full.manager, full.reviewer, full.approver, full.worker];
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, index) => open(people[index % people.length] ?? full.admin)),
  );
  const written = replies.filter(({ status }) => status === 200);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(written.length).toBeGreaterThan(0);
  expect(written.length).toBeLessThanOrEqual(maxConcurrentFilesPerCompany);
  expect(new Set(refused.map(({ status }) => status)).difference(new Set([429, 503])).size).toBe(0);
  for (const reply of refused) {
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    const problem = z.object({ code: z.string(), detail: z.string() }).parse(await reply.json());
    expect(problem.code).toMatch(reply.status === 429 ? /^file\.too-many/ : /^file\.busy$/);
    expect(problem.detail).toContain(reply.status === 429 ? 'mengunduh' : 'Coba lagi');
  }
  for (const actor of people)
    await actor.ok('GET /companies/{companyId}/worklogs', { companyId: full.id, from: '2026-01-01', to: '2026-01-01' });
});

test('the limit per person also counts those of another server', async () => {
  const own = await Promise.all(Array.from({ length: maxConcurrentFilesPerPerson }, () => open(full.admin)));
  expect(own.map(({ status }) => status)).toEqual([200, 200]);
  expect((await open(full.admin)).status).toBe(429);
  leave();
  await untilSessions(0);
  const client = await app.superuser.connect();
  await client.query(
    `select pg_advisory_lock(hashtextextended('daybook file ' || n, 0)) from generate_series(1, $1::int) n`,
    [maxConcurrentFiles],
  );
  expect((await open(full.manager)).status).toBe(503);
  await client.query('select pg_advisory_unlock_all()');
  client.release();
  const free = await open(full.manager, small);
  expect([free.status, (await free.text()).length > 0]).toEqual([200, true]);
});

test('a company with many concurrent files waits, and another one is served', async () => {
  const other = await foundTestCompany(app, { canary: 'Other' });
  const ask = { from: '2026-01-01', to: '2026-12-31' };
  const report = (company: TestCompany) =>
    company.admin.call('GET /companies/{companyId}/reports/breakdown', { companyId: company.id, ...ask });
  const check = (company: TestCompany, people: number) => {
    const text = `email\n${Array.from({ length: people }, (_, n) => `p${n}@karya.example`).join('\n')}`;
    return company.admin.call('POST /companies/{companyId}/imports/check', { companyId: company.id, text });
  };
  // With a second company active, each now has its share.
  expect((await report(other)).status).toBe(200);
  const slow = await Promise.all([open(full.admin), open(full.admin), open(full.manager), open(full.reviewer)]);
  expect(slow.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
  let outstanding = 0;
  const counted = async (request: Promise<{ status: number }>) => {
    outstanding += 1;
    const { status } = await request;
    outstanding -= 1;
    return status;
  };
  const theirs = [
    ...Array.from({ length: 40 }, () => counted(report(full))),
    ...Array.from({ length: 6 }, () => counted(check(full, 9_000))),
  ];
  const file = await fetch(urlOf(other.id), { headers: { cookie: other.admin.cookie } });
  expect([file.status, (await file.text()).length > 0]).toEqual([200, true]);
  expect([(await report(other)).status, (await check(other, 1)).status]).toEqual([200, 200]);
  expect(outstanding).toBeGreaterThan(0);
  // Of one person's requests twenty wait for reports and two for lists; the rest are refused with a time to retry.
  const statuses = await Promise.all(theirs);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.slice(0, 40).filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
});

test('a finished file frees its slot immediately', async () => {
  for (let count = 0; count < 20; count++) {
    const { status, text } = await full.admin.send('GET', `${apiPrefix}/companies/${full.id}/reports/file?${small}`);
    expect([count, status, text.length > 0]).toEqual([count, 200, true]);
    expect([count, await sessions()]).toEqual([count, []]);
  }
});

test('a file is a snapshot: concurrent changes are not in it', async () => {
  const reply = await open(full.admin);
  const reader = reply.body?.getReader();
  const pieces = [(await reader?.read())?.value ?? new Uint8Array()];
  await submitDay(full, full.worker, '2026-03-10', '08:00', '12:00', 'written meanwhile');
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) pieces.push(piece.value);
  const text = Buffer.concat(pieces).toString();
  expect(text).not.toContain('written meanwhile');
  expect(text.split('\r\n')).toHaveLength(manyRows + 2);
});

test('a person who loses the permission before the file is written gets nothing', async () => {
  const person = await hire(app, full.admin, full.id, 'reviewer', 'Leaving');
  await full.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
    companyId: full.id,
    userId: person.userId,
    isActive: false,
  });
  expect((await open(person)).status).toBe(404);
});

test('rows beyond the maximum of a sheet continue on the next one, with the same headers', async () => {
  const column = {
    name: 'n',
    title: 'Number',
    kind: 'whole',
    width: 9,
    read: ([n = null]: readonly (string | null)[]) => n,
  } as const;
  const batches = async function* () {
    yield ['1', '2', '3'];
    yield ['4', '5'];
  };
  const parts: Uint8Array[] = [];
  for await (const part of writeWorkbook([column], batches(), { title: 'Many', style: 'plain', maxRows: 3 }))
    parts.push(part);
  const book = new Uint8Array(Buffer.concat(parts)).buffer;
  expect(await readSheet(book, 1)).toEqual([['Number'], [1], [2]]);
  expect(await readSheet(book, 'Many 3')).toEqual([['Number'], [5]]);
});
