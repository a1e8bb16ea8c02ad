// The operator's access to a running supervisor: a unix socket in DATA_DIR that only its owner can use.
// GET / lists the workers; POST /release replaces them by those of the release in another folder.

import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { StartRefusal } from '../start-refusal.ts';
import type { Workers } from './workers.ts';

/** The system's limit for the path of a unix socket, in bytes. */
const maxPathBytes = 107;

export const controlSocket = (dataDir: string): string => join(dataDir, 'control.sock');

type Parts = { dataDir: string; workers: Workers; log: Log };

export async function openControl({ dataDir, workers, log }: Parts): Promise<{ close(): Promise<void> }> {
  const path = controlSocket(dataDir);
  if (Buffer.byteLength(path) > maxPathBytes) {
    log.warn({ path }, 'the path of DATA_DIR is too long for a control socket: npm run upgrade cannot be used');
    return { close: async () => undefined };
  }
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    answer(request, workers).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        const sentences = error instanceof StartRefusal ? error.sentences : [String(error)];
        log.error({ sentences }, 'the workers were not replaced');
        send(response, 409, { sentences });
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const release = z.strictObject({ directory: z.string().startsWith('/') });

async function answer(request: IncomingMessage, workers: Workers): Promise<unknown> {
  if (request.method === 'POST' && request.url === '/release') {
    const { directory } = release.parse(await json(request));
    await workers.replace(directory);
  }
  return { pid: process.pid, workers: workers.list() };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
