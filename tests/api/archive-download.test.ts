// "Export everything" of the settings: who may, what they get, what is recorded, and when it ends.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { maxReceiptBytes } from '#domain/receipts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { importInto, startFilledCompany, tablesOf } from '../support/archives.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';
import { accessTokenActor } from '../support/principals.ts';
import { pdf } from '../support/receipts.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder('archive-download');
let app: TestApp;
let company: TestCompany;
let address: string;
const path = () => `${apiPrefix}/companies/${company.id}/archive`;

beforeAll(async () => {
  ({ app, company } = await startFilledCompany());
  address = await listen(app.app, 4910);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const fetchArchive = (cookie = company.admin.cookie) => fetch(`${address}${path()}`, { headers: { cookie } });

test('a company admin gets an archive that can be imported, with the same tables and receipts', async () => {
  // The record of this export is not in it: it is committed after the snapshot was taken.
  const { day_sums: _, month_sums: __, ...tables } = await tablesOf(app, company.id);
  const reply = await fetchArchive();
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/zip');
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Acme Company \d{4}-\d{2}-\d{2}\.zip"/,
  );
  const file = join(folder, 'downloaded.zip');
  writeFileSync(file, Buffer.from(await reply.arrayBuffer()));
  const target = await startTestApp();
  await importInto(target, file);
  expect(await tablesOf(target, company.id)).toMatchObject(tables);
  await target.close();
});

test('it is in the audit log', async () => {
  await (await fetchArchive()).arrayBuffer();
  const { rows } = await app.superuser.query(
    `select kind, actor_id as actor, about from audit_events where company_id = $1 order by at desc, id desc limit 1`,
    [company.id],
  );
  expect(rows).toEqual([{ kind: 'report-exported', actor: company.admin.userId, about: 'archive' }]);
});

test('nobody else gets it: other roles, other companies, access tokens', async () => {
  const theirs = await foundTestCompany(app, { canary: 'Theirs' });
  for (const actor of [company.manager, company.approver, company.reviewer, company.worker])
    expect((await actor.send('GET', path())).problem?.code).toBe('role.not-allowed');
  expect((await theirs.admin.send('GET', path())).problem?.code).toBe('company.missing');
  const { actor: program } = await accessTokenActor(company.admin, { companyId: company.id, isReadOnly: true });
  expect((await program.send('GET', path())).problem?.code).toBe('token.not-allowed');
  expect((await company.admin.send('GET', path())).status).toBe(200);
});

test('it ends when its reader is no longer an admin, and is then no archive', async () => {
  for (let count = 0; count < 3; count += 1)
    await company.worker.upload(company.id, pdf('x'.repeat(maxReceiptBytes - 100)), 'large.pdf');
  const second = await hire(app, company.admin, company.id, 'company admin', 'Second');
  const reader = (await fetchArchive(second.cookie)).body?.getReader();
  if (!reader) throw new Error('The archive has no body.');
  await reader.read();
  await company.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
    companyId: company.id,
    userId: second.userId,
    role: 'worker',
  });
  const isAborted = vi.fn();
  // Long enough for the check, while nothing is read.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  for (;;) {
    const { done } = await reader.read().catch(() => {
      isAborted();
      return { done: true };
    });
    if (done) break;
  }
  expect(isAborted).toHaveBeenCalled();
});
