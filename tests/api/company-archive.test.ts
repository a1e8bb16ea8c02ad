// The archive of a company: exported from one installation, imported into another one, and equal there, table by table.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemo } from '#seed/demo-company.ts';
import { readArchive } from '#server/archive/read-archive.ts';
import { examineCompany } from '#server/doctor/examine.ts';
import { foldSums } from '#server/jobs/sums.ts';
import { createLog } from '#server/log.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import { codeIn, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { exportFrom, importInto, refusedImport, startFilledCompany, tablesOf } from '../support/archives.ts';
import { companyWithSeats, type TestCompany } from '../support/company.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder('archive');
let source: TestApp;
let company: TestCompany;
let file: string;
const opened: TestApp[] = [];

beforeAll(async () => {
  ({ app: source, company } = await startFilledCompany());
  opened.push(source);
  await foldAll(source);
  file = await exportFrom(source, company.id, folder);
});
afterAll(async () => {
  for (const app of opened) await app.close();
  rmSync(folder, { recursive: true });
});

async function another(): Promise<TestApp> {
  const app = await startTestApp();
  opened.push(app);
  return app;
}

const foldAll = (app: TestApp) => foldSums({ ownerPool: app.database.ownerPool, log: createLog('silent') });

async function findingsIn(app: TestApp, companyId: string): Promise<string[]> {
  const found = await examineCompany(app.database.ownerPool, companyId, await openReceipts(app.config));
  return found.filter(({ count }) => count > 0).map(({ name }) => name);
}

describe('a company in another installation', () => {
  let target: TestApp;
  beforeAll(async () => {
    target = await another();
    await importInto(target, file);
  });

  test('is equal by the hash of every table, and each has rows', async () => {
    const tables = await tablesOf(source, company.id);
    expect(await tablesOf(target, company.id)).toEqual(tables);
    expect(Object.entries(tables).filter(([, hash]) => hash.startsWith('0 '))).toEqual([]);
  });

  test('is exported there to equal files', async () => {
    const [before, after] = [await readArchive(file), await readArchive(await exportFrom(target, company.id, folder))];
    expect(after.meta.tables).toEqual(before.meta.tables);
    expect(after.receipts).toEqual(before.receipts);
    before.close();
    after.close();
  });

  test('passes all checks of the doctor, with its receipts', async () => {
    expect(await findingsIn(target, company.id)).toEqual([]);
  });

  test('has people who sign in by a link, because no credentials were in the archive', async () => {
    const { rows } = await target.superuser.query('select from accounts union all select from sessions');
    expect(rows).toEqual([]);
    const email = company.admin.email;
    await target.visitor().ok('POST /password-reset', { email });
    expect(await target.visitor().codeOf('POST /sign-in', { email, password: testPassword })).toBe(
      'session.wrong-credentials',
    );
    await target.visitor().ok('POST /sign-in-link', { email });
    const mail = (await target.mailsTo(email)).findLast(({ template }) => template === 'sign-in-link');
    const admin = target.visitor();
    await admin.ok('POST /link-actions/sign-in', { code: codeIn(mail) });
    const { worklogs } = await admin.ok('GET /companies/{companyId}/worklogs', { companyId: company.id });
    expect(worklogs).toHaveLength(5);
  });

  test('keeps its accounts when somebody registers their addresses', async () => {
    const { email, userId } = company.worker;
    await target.visitor().ok('POST /sign-up', { name: 'Stranger', email, password: testPassword });
    const { rows } = await target.superuser.query('select id, name from users where email = $1', [email]);
    expect(rows).toEqual([{ id: userId, name: 'Acme Worker' }]);
  });

  test('is not imported a second time', async () => {
    expect(await refusedImport(target, file)).toMatch(
      /^The company of this archive is in this installation: Acme Company/,
    );
  });
});

test('the demo company is equal, too', async () => {
  const [from, to] = [await another(), await another()];
  await seedDemo({ database: from.database, receipts: await openReceipts(from.config), now: new Date() });
  await foldAll(from);
  const { rows } = await from.superuser.query<{ id: string }>(`select id from companies where name like 'Karya%'`);
  const id = rows[0]?.id ?? '';
  await importInto(to, await exportFrom(from, id, folder));
  expect(await tablesOf(to, id)).toEqual(await tablesOf(from, id));
  expect(await findingsIn(to, id)).toEqual([]);
});

describe('an empty company of an installation in which somebody has an account', () => {
  test('becomes equal but for ids; accounts keep their name and credentials, unverified ones are closed', async () => {
    const target = await another();
    const { id: into, admin: founder } = await companyWithSeats(target, 30);
    const worker = await target.person('Another Name');
    await target.superuser.query('update users set email = $1 where id = $2', [company.worker.email, worker.userId]);
    const stranger = await target.person('Stranger');
    await target.superuser.query('update users set email = $1, email_verified = false where id = $2', [
      company.reviewer.email,
      stranger.userId,
    ]);
    const before = await target.superuser.query('select * from accounts where user_id = $1', [worker.userId]);

    const { people } = await importInto(target, file, into);
    expect(people).toMatchObject({ matched: 1, areMapped: true });
    const after = await target.superuser.query('select * from accounts where user_id = $1', [worker.userId]);
    expect(after.rows).toEqual(before.rows);
    const { rows: closed } = await target.superuser.query('select name, email from users where id = $1', [
      stranger.userId,
    ]);
    expect(closed).toEqual([{ name: '-', email: null }]);

    const ids = new Map([
      [company.id, into],
      [company.worker.userId, worker.userId],
    ]);
    const expected = await tablesOf(source, company.id, ids);
    await target.superuser.query('delete from audit_events where actor_id = $1', [founder.userId]);
    await target.superuser.query('delete from members where user_id = $1', [founder.userId]);
    const found = await tablesOf(target, into);
    // The account has its own name, and the company the larger number of seats.
    for (const table of Object.keys(expected).filter((name) => !['users', 'companies'].includes(name)))
      expect([table, found[table]]).toEqual([table, expected[table]]);
    expect(await findingsIn(target, into)).toEqual([]);
  });

  test('is refused if it is not empty, with what it contains', async () => {
    expect(await refusedImport(source, file, company.id)).toMatch(
      /^The company is not empty: it has rows in clients, tags, .*\nFound a new company/,
    );
  });
});
