// The application on a real port, and a client of its event stream.

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import type { Actor } from './app.ts';

export type EventStream = {
  status: number;
  /** Everything received so far, unparsed. */
  text(): string;
  isEnded(): boolean;
  until(wanted: string | RegExp, timeout?: number): Promise<void>;
  untilEnd(): Promise<void>;
  close(): void;
};

/** The address of the application on the first free port of a range. */
export async function listen(app: FastifyInstance, from = 4700): Promise<string> {
  for (let port = from; port < from + 100; port++) {
    try {
      return await app.listen({ port, host: '127.0.0.1' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  throw new Error('Every port is taken.');
}

/** The number of connections closed since then. */
export function countClosed({ server }: FastifyInstance): () => number {
  let count = 0;
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      count += 1;
    });
  });
  return () => count;
}

export async function openStream(
  address: string,
  actor: Pick<Actor, 'bearer' | 'cookie'>,
  companyId: string,
): Promise<EventStream> {
  const control = new AbortController();
  const response = await fetch(`${address}${apiPrefix}/companies/${companyId}/live`, {
    headers: actor.bearer ? { authorization: `Bearer ${actor.bearer}` } : { cookie: actor.cookie },
    signal: control.signal,
  });
  let text = '';
  let isEnded = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  return {
    status: response.status,
    text: () => text,
    isEnded: () => isEnded,
    until: async (wanted, timeout = 30_000) => {
      await vi.waitUntil(() => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)), {
        timeout,
        interval: 5,
      });
    },
    untilEnd: async () => {
      await vi.waitUntil(() => isEnded, { timeout: 30_000, interval: 5 });
    },
    close: () => control.abort(),
  };
}
