// A separate server for tests that need another configuration than the shared one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { freePort } from '../../support/free-port.ts';
import { testFolder } from '../../support/test-folder.ts';

export type OwnServer = { address: string; dataDir: string; stop(): Promise<void> };

export async function startOwnServer(environment: Record<string, string>): Promise<OwnServer> {
  const port = String(await freePort());
  const address = `http://localhost:${port}`;
  const folder = testFolder('own');
  const child: ChildProcess = spawn('node', ['server/main.ts'], {
    env: { ...process.env, PORT: port, BASE_URL: address, DATA_DIR: folder, NODE_ENV: 'development', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('It ended.')))]);
  return {
    address,
    dataDir: folder,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Handed = { method: string; token: string };

/** Another service on another origin, the receiver of token sync; it answers preflight requests. */
export async function startReceiver() {
  const handed: Handed[] = [];
  const state = { isDown: false };
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'POST, DELETE');
      response.setHeader('access-control-allow-headers', 'authorization');
      return response.writeHead(204).end();
    }
    if (state.isDown) return response.writeHead(503).end();
    handed.push({ method: request.method ?? '', token: tokenIn(request) });
    response.writeHead(204).end();
  });
  await listen(server);
  return { url: `http://127.0.0.1:${portOf(server)}/session`, handed, state, stop: () => server.close() };
}

const tokenIn = ({ headers }: IncomingMessage): string => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}
