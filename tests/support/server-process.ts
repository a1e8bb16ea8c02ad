// The product as a separate process, as an operator starts it, and a client over real connections.

import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '#contract/index.ts';
import { variables } from '#server/config/config.ts';
import { serversInside } from '#server/db/cluster/process-table.ts';
import { testPassword } from './app.ts';
import { freePort } from './free-port.ts';
import { waitUntil } from './wait-until.ts';

export type ServerProcess = {
  address: string;
  program: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  ended: Promise<{ code: number | null; afterMs: number }>;
  /** The status of a response; 0 if there was none. */
  status(path: string): Promise<number>;
};

type Launch = {
  /** A free one by default. */
  port?: number;
  /** Options of Node. */
  options?: readonly string[];
  /** The folder of another release. */
  release?: string;
};

const thisRelease = join(import.meta.dirname, '../..');

export async function startServerProcess(
  environment: Record<string, string>,
  launch: Launch = {},
): Promise<ServerProcess> {
  const port = launch.port ?? (await freePort());
  const own = new Set<string>(Object.keys(variables));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)));
  const main = join(launch.release ?? thisRelease, 'server/main.ts');
  const program = spawn(process.execPath, [...(launch.options ?? []), main], {
    env: { ...inherited, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  program.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<{ code: number | null; afterMs: number }>((resolve) => {
    let signalledAt = performance.now();
    const kill = program.kill.bind(program);
    program.kill = (signal) => {
      signalledAt = performance.now();
      return kill(signal);
    };
    program.once('close', (code) => resolve({ code, afterMs: performance.now() - signalledAt }));
  });
  const address = `http://127.0.0.1:${port}`;
  const status = (path: string) =>
    fetch(address + path).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 0,
    );
  const isReady = async () => {
    if (program.exitCode !== null || program.signalCode !== null)
      throw new Error(`The server ended before it was ready: ${output}`);
    return (await status('/ready')) === 200;
  };
  // Generous, because the machine may be busy; only a start that hangs fails.
  await waitUntil(isReady, { timeout: 80_000 }).catch((error) => {
    throw new Error(`${error.message}\n${output}`);
  });
  return { address, program, output: () => output, ended, status };
}

/** The number of processes of the embedded database. */
export function signalDatabase(dataDir: string, signal: NodeJS.Signals): number {
  const pids = serversInside(realpathSync(join(dataDir, 'postgres')));
  for (const pid of pids) process.kill(pid, signal);
  return pids.length;
}

export type ProcessClient = {
  send(method: string, path: string, body?: unknown): Promise<{ status: number; headers: Headers; body: string }>;
  /** Of its session. */
  headers(): { cookie: string };
};

/** Registers, and verifies by the captured mail. */
export async function registerOn(
  server: Pick<ServerProcess, 'address'>,
  email = 'first@example.test',
): Promise<ProcessClient> {
  let cookie = '';
  const send: ProcessClient['send'] = async (method, path, body) => {
    const response = await fetch(`${server.address}${apiPrefix}${path}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  await send('POST', '/sign-up', { name: 'First', email, password: testPassword });
  await send('POST', '/link-actions/verify-email', { code: await mailedCode(server) });
  return { send, headers: () => ({ cookie }) };
}

async function mailedCode({ address }: Pick<ServerProcess, 'address'>): Promise<string> {
  for (;;) {
    const mails = await (await fetch(`${address}/dev/mail.json`)).text();
    const code = /code=([\w-]+)/.exec(mails)?.[1];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
