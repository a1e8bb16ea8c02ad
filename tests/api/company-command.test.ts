// npm run company: what an operator types and reads, as a process of its own, while an installation is in use.

import { execFile } from 'node:child_process';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { tablesOf } from '../support/archives.ts';
import { foundTestCompany, submitDay, type TestCompany } from '../support/company.ts';
import { png } from '../support/receipts.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder('company-command');
let source: TestApp;
let target: TestApp;
let company: TestCompany;

beforeAll(async () => {
  [source, target] = [await startTestApp(), await startTestApp()];
  company = await foundTestCompany(source);
  await submitDay(company, company.worker, '2026-03-02', '08:00', '10:00');
  await company.worker.upload(company.id, png());
});
afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true });
});

const run = (app: TestApp, ...options: string[]): Promise<{ code: number; output: string }> => {
  const { host, database, user } = app.connections.owner;
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(String(host))}&user=${user}`,
    DATA_DIR: app.config.dataDir,
    APP_SECRET: app.config.appSecret,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/archive/main.ts', ...options], { env: environment }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
};

test('exports a company by its name and imports it', async () => {
  const file = join(folder, 'acme.zip');
  const exported = await run(source, 'export', '--company', 'Acme Company', '--to', file);
  expect(exported).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Acme Company is in .*: \d+ rows of \d+ tables, 1 receipts\.\n$/),
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const imported = await run(target, 'import', '--from', file);
  expect(imported).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Acme Company is imported: ${company.id}.`),
  });
  expect(imported.output).toContain('0 people have an account here already; 5 got one without a password.');
  const { day_sums: _, month_sums: __, ...tables } = await tablesOf(source, company.id);
  expect(await tablesOf(target, company.id)).toMatchObject(tables);
});

test('lists the companies when there is none of that name', async () => {
  const { code, output } = await run(source, 'export', '--company', 'Acne', '--to', join(folder, 'acne.zip'));
  expect([code, existsSync(join(folder, 'acne.zip'))]).toEqual([1, false]);
  expect(output).toContain(`There is no company Acne here.\n  ${company.id}  Acme Company`);
});

test('does not overwrite a file', async () => {
  const file = join(folder, 'kept.zip');
  writeFileSync(file, 'kept');
  const { code, output } = await run(source, 'export', '--company', company.id, '--to', file);
  expect(code).toBe(1);
  expect(output).toContain('kept.zip exists already. Name another file with --to.');
});

test.each([
  [[]],
  [['export', '--company', 'Acme Company']],
  [['export', '--company', 'Acme Company', '--from', 'x.zip']],
  [['import', '--to', 'x.zip']],
  [['import', '--form', 'x.zip']],
  [['remove', '--company', 'Acme Company']],
])('shows what can be typed instead of %j', async (options) => {
  const { code, output } = await run(source, ...options);
  expect(code).toBe(1);
  expect(output).toContain('npm run company -- export --company COMPANY --to FILE');
});
