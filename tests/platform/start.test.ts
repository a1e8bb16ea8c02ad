// The process as an operator sees it: sentences instead of stack traces, and a clean exit.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { variables } from '#server/config/config.ts';
import { freePort } from '../support/free-port.ts';
import { testFolder } from '../support/test-folder.ts';

// Generous, because the machine may be busy; only a start that hangs fails.
const patienceMs = 100_000;
// Generous, because the machine may be busy; only what never happens fails.
vi.setConfig({ testTimeout: 400_000 });

// As in scripts/start.js.
let folder: string;
let port: number;
let programs: ChildProcess[];

beforeAll(() => {
  folder = testFolder('start');
});

beforeEach(async () => {
  port = await freePort();
  programs = [];
});

afterEach(() => {
  for (const program of programs) program.kill('SIGKILL');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function run(environment: Record<string, string> = {}) {
  const own = new Set<string>(Object.keys(variables));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)));
  const program = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: { ...inherited, PORT: String(port), DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  programs.push(program);
  const ended = Promise.all([
    new Promise<number | null>((resolve) => program.once('close', resolve)),
    text(program.stdout),
    text(program.stderr),
  ]).then(([code, output, errors]) => ({ code, output, errors }));
  return { program, ended };
}

async function answers(path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.status,
    () => 0,
  );
}

describe('a start that cannot succeed ends with code 1, sentences and no stack trace', () => {
  test('invalid values: each variable is named', async () => {
    const { code, errors } = await run({ PORT: 'abc', BASE_URL: 'x', APP_SECRET: 'too short' }).ended;
    expect(code).toBe(1);
    expect(
      errors
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'Daybook cannot start:',
      'PORT must be a port number from 1 to 65535, but it is "abc".',
      'BASE_URL must be a web address without a path, such as https://daybook.example.com, but it is "x".',
      'APP_SECRET must be at least 32 characters long.',
    ]);
  });

  test('a taken port', async () => {
    const server = createServer().listen(port, '127.0.0.1');
    const { code, errors } = await run().ended;
    server.close();
    expect(code).toBe(1);
    expect(errors).toContain(`Port ${port} is taken by another program.`);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test.each(['/proc/nowhere', '/etc/passwd', '/etc/passwd/data'])('an impossible DATA_DIR: %s', async (dataDir) => {
    const { code, errors } = await run({ DATA_DIR: dataDir }).ended;
    expect(code).toBe(1);
    expect(errors).toContain(`DATA_DIR must be a folder that this user may write in, but it is "${dataDir}".`);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test('a database that does not answer', async () => {
    const { code, errors } = await run({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }).ended;
    expect(code).toBe(1);
    expect(errors).toContain('DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1.');
    expect(errors).not.toMatch(/^\s+at |secret/m);
  });
});

describe('a start that succeeds', () => {
  test('prints its URL, is alive and ready, and ends cleanly on SIGTERM', async () => {
    const { program, ended } = run();
    await expect.poll(() => answers('/ready'), { timeout: patienceMs }).toBe(200);
    expect(await answers('/health')).toBe(200);
    expect(await answers('/dev/mail.json')).toBe(200);
    program.kill('SIGTERM');
    const { code, output, errors } = await ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toContain(`Daybook is ready at http://localhost:${port}`);
    expect(output).toContain(`http://localhost:${port}/dev/mail`);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('and is killed with -9 can be started again, repeatedly', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { program, ended } = run();
      await expect.poll(() => answers('/ready'), { timeout: patienceMs, interval: 20 }).toBe(200);
      program.kill('SIGKILL');
      await ended;
    }
  });

  test('as a demo creates the demo company, once', async () => {
    const environment = { DAYBOOK_DEMO: '1', DATA_DIR: join(folder, 'demo') };
    for (const round of [1, 2]) {
      const { program, ended } = run(environment);
      await expect.poll(() => answers('/demo'), { timeout: patienceMs }).toBe(200);
      program.kill('SIGTERM');
      expect(await ended, `round ${round}`).toMatchObject({ code: 0, errors: '' });
    }
  });

  test('as a demo refuses a database with real people, and does not change it', async () => {
    const real = run();
    await expect.poll(() => answers('/ready'), { timeout: patienceMs }).toBe(200);
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Rina Real', email: 'rina@example.test', password: 'correct horse battery staple' }),
    });
    expect(reply.status).toBe(204);
    real.program.kill('SIGTERM');
    await real.ended;
    const { code, errors } = await run({ DAYBOOK_DEMO: '1' }).ended;
    expect(code).toBe(1);
    expect(errors).toContain('DAYBOOK_DEMO must be 0: this database has people of its own');
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test('in production does not show captured emails, and warns about missing settings', async () => {
    const { program, ended } = run({ NODE_ENV: 'production', LOG_LEVEL: 'warn' });
    await expect.poll(() => answers('/ready'), { timeout: patienceMs }).toBe(200);
    expect(await answers('/dev/mail.json')).toBe(404);
    program.kill('SIGTERM');
    const { output, errors } = await ended;
    expect(output).not.toContain('/dev/mail');
    expect(errors).toContain('SMTP_URL is not set');
  });
});

test('the table of variables in the README is the one of server/config/config.ts', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const rows = Object.entries(variables).map(
    ([name, { byDefault, means }]) => `| \`${name}\` | ${byDefault} | ${means} |`,
  );
  for (const row of rows) expect(readme).toContain(row);
});
