// Runs the commands of docs/api.md exactly as written.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';
import { accessTokenActor } from '../support/principals.ts';
import { png } from '../support/receipts.ts';
import { readText } from '../support/sources.ts';

const commands = [...readText('docs/api.md').matchAll(/^```sh\n(curl[\s\S]*?)\n```$/gm)].map(
  ([, command = '']) => command,
);

let test: TestApp;
let company: TestCompany;
let environment: Record<string, string>;
let folder: string;
beforeAll(async () => {
  test = await startTestApp();
  company = await foundTestCompany(test);
  folder = mkdtempSync(join(tmpdir(), 'daybook-api-'));
  writeFileSync(join(folder, 'taxi.png'), png());
  const { body } = await company.worker.upload(company.id, png());
  environment = {
    FILE: join(folder, 'taxi.png'),
    SAVED: join(folder, 'saved.png'),
    RECEIPT: body.id,
    EXPENSE_TASK: company.project.expenseTaskId,
    BASE: `${await listen(test.app)}/api/v1`,
    TOKEN: (await accessTokenActor(company.worker)).actor.bearer,
    COMPANY: company.id,
    TASK: company.project.timedTaskId,
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

async function run(command: string): Promise<{ code: number | null; answer: Record<string, unknown> }> {
  const child = spawn('sh', ['-c', command], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = await text(child.stdout);
  return { code: await ended, answer: JSON.parse(output === '' ? '{}' : output) };
}

describe('the commands of docs/api.md', () => {
  it.each(commands)('%s', async (command) => {
    const { code, answer } = await run(command);
    expect([code, answer.code]).toEqual([0, undefined]);
  });

  it('there are eight, and each does what its text says', async () => {
    expect(commands).toHaveLength(8);
    const [companies = '', worklogs = '', , submit = '', upload = '', attach = '', save = '', file = ''] = commands;
    expect((await run(companies)).answer).toMatchObject({ companies: [{ id: company.id, role: 'worker' }] });
    const first = await run(submit);
    expect(first.answer).toMatchObject({ notes: 'Quay wall, bay 3', minutes: 510 });
    expect((await run(submit)).answer).toEqual(first.answer);
    expect((await run(upload)).answer).toMatchObject({ name: 'taxi.png', type: 'image/png' });
    expect((await run(attach)).answer).toMatchObject({ day: '2026-11-16', receipts: 1 });
    await run(save);
    expect(readFileSync(environment.SAVED ?? '')).toEqual(png());
    expect((await run(worklogs)).answer).toMatchObject({
      worklogs: expect.arrayContaining([expect.objectContaining({ id: first.answer.id })]),
      totals: { items: 2 },
    });
    await run(file);
    expect(readFileSync(environment.SAVED ?? '', 'utf8')).toContain('Quay wall, bay 3');
  });

  it('fail with an error message when the token is invalid', async () => {
    const { code, answer } = await run((commands[0] ?? '').replace('$TOKEN', 'daybook_none'));
    expect([code, answer.code]).toEqual([22, 'token.not-usable']);
  });
});
