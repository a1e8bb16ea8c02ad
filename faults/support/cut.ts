// A TCP proxy in front of the database or another server that can stop forwarding: both sides keep their connections and receive nothing, as when the
// network drops packets.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Cut = { port: number; drop(): void; forward(): void; close(): void };

/** `target` is a port of this machine or the path of a socket. */
export async function startCut(target: number | string): Promise<Cut> {
  const sockets = new Set<Socket>();
  let isDropping = false;
  const server = createServer((client) => {
    const upstream = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => isDropping || other.write(chunk));
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    drop: () => {
      isDropping = true;
    },
    forward: () => {
      isDropping = false;
      // What was dropped is missing in the streams of the old connections.
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
