// The way of one phone to the server: an HTTP proxy of its browser, which can refuse connections, which can drop the response to
// a request that writes, after the server has committed it, and which can fall silent.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * `lose`: reads are answered, writes are executed and not answered. `cut`: nothing passes. `stall`: everything is accepted, writes are
 * executed, and nothing is ever answered.
 */
export type Connection = 'through' | 'lose' | 'cut' | 'stall';

export type PhoneProxy = { url: string; state: { connection: Connection; lost: number }; close(): void };

export async function startPhoneProxy(): Promise<PhoneProxy> {
  const state: PhoneProxy['state'] = { connection: 'through', lost: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    if (state.connection === 'cut') incoming.socket.destroy();
    else forward(incoming, response, state);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    state,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function forward(incoming: IncomingMessage, response: ServerResponse, state: PhoneProxy['state']): void {
  const { method = 'GET', url = '', headers } = incoming;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (state.connection === 'stall' && !isWrite) return;
  const upstream = request(url, { method, headers }, (answer) => {
    if (isWrite && state.connection === 'stall') {
      answer.resume();
      return;
    }
    if (isWrite && state.connection === 'lose') {
      state.lost += 1;
      answer.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => incoming.socket.destroy());
  // What is written is executed, although the browser may be killed meanwhile.
  response.on('close', () => isWrite || upstream.destroy());
  incoming.on('error', () => undefined).pipe(upstream);
}
