// Imports by an admin that overlap, lose their rights, take too long, or are ended: by the database, by the end of the process, by a store
// that fails. Each is whole or nothing, and others see meanwhile that it runs.

import { readFileSync, rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { openArchives } from '#server/archive/import-by-admin.ts';
import { type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import { createLog } from '#server/log.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import { Actor, type Reply, startTestApp, type TestApp } from '../support/app.ts';
import { importBy, sendArchive, sendForCheck } from '../support/archive-requests.ts';
import { contentOf, exportFrom, startFilledCompany } from '../support/archives.ts';
import { companyWithSeats, hire } from '../support/company.ts';
import { untilWaiting, withLocksHeld, withOpenTransaction } from '../support/concurrent-transaction.ts';
import { listen } from '../support/http-listener.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder('archive-import-ends');
let file: string;
let app: TestApp;
let target: { id: string; admin: Actor };

beforeAll(async () => {
  const { app: source, company } = await startFilledCompany();
  file = await exportFrom(source, company.id, folder);
  await source.close();
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  target = await companyWithSeats(app, 20);
});

const log = createLog('silent');

/** Another process of the installation. */
type OtherProcess = { served: FastifyInstance; database: OpenDatabase };
const others: OtherProcess[] = [];

async function startOther(): Promise<OtherProcess> {
  const database = openDatabase({ ...app.connections, log });
  const other = { database, served: await buildApp({ config: app.config, database, log }) };
  others.push(other);
  return other;
}

async function stop({ served, database }: OtherProcess): Promise<void> {
  await served.close();
  await database.close();
}

afterEach(async () => {
  for (const other of others.splice(0)) await stop(other);
});

/** The same browser, on another process. */
const through = (served: FastifyInstance, { cookie, browser }: Actor): Actor =>
  Object.assign(new Actor(served), { cookie, browser });

const stateOf = async () =>
  (await target.admin.ok('GET /companies/{companyId}/archive-import', { companyId: target.id })).state;

const codeOf = async (reply: Promise<Reply<unknown>>) => (await reply).problem?.code;

/** Until the last statement of an import waits for this table. */
const lockedTable = 'lock table month_sums in access exclusive mode';

/** Runs while an import waits for its end; then it can end. */
async function whileImporting<T>(
  importing: () => Promise<T>,
  work: (running: Promise<T>) => Promise<void>,
): Promise<T> {
  let running: Promise<T> | undefined;
  await withLocksHeld(app, [[lockedTable, []]], async () => {
    running = importing();
    running.catch(() => undefined);
    await untilWaiting(app.superuser, 1);
    await work(running);
  });
  if (!running) throw new Error('Nothing was imported.');
  return running;
}

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const tables = async () => {
    const { receipts: _, ...content } = await contentOf(app);
    return content;
  };
  const before = await tables();
  await work();
  expect(await tables()).toEqual(before);
}

test('while an archive is imported, others see that, and a second import is refused, in whichever process', async () => {
  const { served } = await startOther();
  const colleague = await hire(app, target.admin, target.id, 'company admin', 'Colleague');
  const elsewhere = through(served, colleague);
  const done = await whileImporting(
    () => importBy(target.admin, target.id, file),
    async () => {
      expect(await stateOf()).toBe('importing');
      for (const actor of [target.admin, colleague, elsewhere]) {
        expect(await codeOf(sendArchive(actor, target.id, file))).toBe('archive.running');
        expect(await codeOf(sendForCheck(actor, target.id, file))).toBe('archive.running');
      }
      const { state } = await elsewhere.ok('GET /companies/{companyId}/archive-import', { companyId: target.id });
      expect(state).toBe('importing');
    },
  );
  expect(done).toMatchObject({ worklogs: 5 });
  expect(await stateOf()).toBe('filled');
  expect(await codeOf(sendArchive(colleague, target.id, file))).toBe('archive.not-empty');
});

test('two imports that begin at once: one is done, the other refused', async () => {
  const { served } = await startOther();
  const elsewhere = through(served, target.admin);
  const replies = await Promise.all([
    sendArchive(target.admin, target.id, file),
    sendArchive(elsewhere, target.id, file),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(['archive.running', 'archive.not-empty']).toContain(replies.find(({ problem }) => problem)?.problem?.code);
});

test('a third import of a process is refused for a while, and the page of its company still answers', async () => {
  const [second, third] = [await companyWithSeats(app, 20), await companyWithSeats(app, 20)];
  await whileImporting(
    () => Promise.all([importBy(target.admin, target.id, file), importBy(second.admin, second.id, file)]),
    async () => {
      await untilWaiting(app.superuser, 2);
      const { status, problem } = await sendArchive(third.admin, third.id, file);
      expect([status, problem?.code]).toEqual([429, 'archive.busy']);
      expect(await third.admin.ok('GET /companies/{companyId}/archive-import', { companyId: third.id })).toEqual({
        state: 'empty',
      });
    },
  );
  expect(await importBy(third.admin, third.id, file)).toMatchObject({ worklogs: 5 });
});

test('a repeated request with the same key is answered like the first, and imports nothing again', async () => {
  const headers = { 'idempotency-key': 'import-of-an-archive' };
  const first = await sendArchive(target.admin, target.id, file, headers);
  expect(first.status).toBe(200);
  const second = await sendArchive(target.admin, target.id, file, headers);
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(second.headers['idempotent-replayed']).toBe('true');
});

test.each([
  ['became a worker', `update members set role = 'worker' where company_id = $1 and user_id = $2`],
  ['left the company', `update members set deactivated_at = now() where company_id = $1 and user_id = $2`],
])('an admin who %s after the upload imports nothing', async (_, statement) => {
  const { id, admin } = target;
  const leaving = await hire(app, admin, id, 'company admin', 'Leaving');
  const locked = 'select from companies where id = $1 for update';
  const reply = await withOpenTransaction(
    app,
    [
      [locked, [id]],
      [statement, [id, leaving.userId]],
    ],
    () => sendArchive(leaving, id, file),
  );
  expect([reply.status, reply.problem?.code]).toEqual([403, 'role.not-allowed']);
  expect(await stateOf()).toBe('empty');
});

test('a project that is created after the upload stays, and nothing is imported', async () => {
  const reply = await withOpenTransaction(
    app,
    [[`insert into projects (company_id, id, name) values ($1, gen_random_uuid(), 'First')`, [target.id]]],
    () => sendArchive(target.admin, target.id, file),
  );
  expect(reply.problem?.code).toBe('archive.not-empty');
  const { projects } = await target.admin.ok('GET /companies/{companyId}/projects', { companyId: target.id });
  expect(projects.map(({ name }) => name)).toEqual(['First']);
});

test('a killed connection leaves nothing, and the same import succeeds afterwards', async () => {
  await changesNothing(async () => {
    const reply = await whileImporting(
      () => sendArchive(target.admin, target.id, file),
      async (running) => {
        await app.superuser.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'daybook jobs' and wait_event_type = 'Lock'`,
        );
        await running;
      },
    );
    expect(reply.status).toBeGreaterThanOrEqual(500);
    expect(await stateOf()).toBe('empty');
  });
  expect(await filesOf()).toEqual([]);
  expect(await importBy(target.admin, target.id, file)).toMatchObject({ worklogs: 5 });
});

async function filesOf(): Promise<string[]> {
  const store = await openReceipts(app.config);
  return (await store.list(target.id)).map(({ name }) => name);
}

test('a process that is stopped leaves nothing of an import that runs', async () => {
  const other = await startOther();
  const elsewhere = through(other.served, target.admin);
  await changesNothing(async () => {
    const reply = await whileImporting(
      () => sendArchive(elsewhere, target.id, file),
      async (running) => {
        await stop(other);
        others.splice(0);
        await running;
        await vi.waitUntil(async () => (await stateOf()) === 'empty', 30_000);
      },
    );
    expect([reply.status, reply.problem?.code]).toEqual([503, 'server.unavailable']);
  });
});

test('a client that disconnects does not end the import', async () => {
  const { served } = await startOther();
  const address = await listen(served, 5_000);
  const disconnecting = new AbortController();
  const upload = () =>
    fetch(`${address}${apiPrefix}/companies/${target.id}/archive-import`, {
      method: 'POST',
      headers: { cookie: target.admin.cookie, 'content-type': 'application/zip' },
      body: readFileSync(file),
      signal: disconnecting.signal,
    }).then(
      ({ status }) => status,
      () => 'disconnected',
    );
  const outcome = await whileImporting(upload, async (running) => {
    disconnecting.abort();
    await running;
    expect(await stateOf()).toBe('importing');
  });
  expect(outcome).toBe('disconnected');
  await vi.waitUntil(async () => (await stateOf()) === 'filled', 30_000);
  const { worklogs } = await target.admin.ok('GET /companies/{companyId}/worklogs', { companyId: target.id });
  expect(worklogs).toHaveLength(5);
});

test('an import that takes too long is ended, and leaves nothing', async () => {
  const receipts = await openReceipts(app.config);
  const archives = openArchives({ ownerPool: app.database.ownerPool, receipts, limitMs: 1_500 });
  const archive = { companyId: target.id, personId: target.admin.userId, path: file };
  await changesNothing(async () => {
    await withLocksHeld(app, [[lockedTable, []]], async () => {
      await expect(archives.import(archive)).rejects.toMatchObject({ refusals: [{ code: 'archive.too-slow' }] });
    });
    await vi.waitUntil(async () => (await stateOf()) === 'empty', 30_000);
  });
});

test('a store that refuses a receipt ends the import, and what was stored before is removed', async () => {
  const store = await openReceipts(app.config);
  let writes = 0;
  const receipts = {
    ...store,
    write: async (...args: Parameters<typeof store.write>) => {
      writes += 1;
      if (writes === 2) throw new Error('ENOSPC');
      await store.write(...args);
    },
  };
  const archives = openArchives({ ownerPool: app.database.ownerPool, receipts });
  const archive = { companyId: target.id, personId: target.admin.userId, path: file };
  await changesNothing(() =>
    expect(archives.import(archive)).rejects.toMatchObject({ refusals: [{ code: 'receipt.not-stored' }] }),
  );
  expect(writes).toBe(2);
  expect(await filesOf()).toEqual([]);
});

test('a commit without an answer removes no files, because it may have succeeded', async () => {
  await app.superuser.query(
    `create function end_connection() returns trigger language plpgsql as
       'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
     create constraint trigger ends_at_commit after insert on audit_events deferrable initially deferred
       for each row when (new.kind = 'company-imported') execute function end_connection()`,
  );
  try {
    await changesNothing(async () => {
      expect((await sendArchive(target.admin, target.id, file)).status).toBeGreaterThanOrEqual(500);
    });
    expect(await filesOf()).toHaveLength(2);
  } finally {
    await app.superuser.query('drop trigger ends_at_commit on audit_events');
  }
  expect(await importBy(target.admin, target.id, file)).toMatchObject({ receipts: 2 });
});
