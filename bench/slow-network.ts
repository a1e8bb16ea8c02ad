// A slow network: a proxy before a server, so that everything of a browser passes it, also what its service worker requests.

import { createServer, connect as open, type Socket } from 'node:net';

const roundTripMs = 150;
const bytesPerMs = 1_600_000 / 8 / 1_000;
const pieceBytes = 1_460;

/** A round trip of 150 ms, another one for each new connection, and 1.6 Mbit/s to the browser, which all connections share. */
export async function withSlowNetwork<T>(
  port: number,
  slowPort: number,
  work: (baseURL: string) => Promise<T>,
): Promise<T> {
  const sockets = new Set<Socket>();
  let freeAt = 0;
  const arrivalOf = (bytes: number): number => {
    freeAt = Math.max(freeAt, performance.now()) + bytes / bytesPerMs;
    return freeAt + roundTripMs / 2;
  };
  const proxy = createServer({ noDelay: true, allowHalfOpen: true }, (browser) => {
    const server = open({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const connectedAt = performance.now() + roundTripMs;
    pipe(browser, server, () => Math.max(performance.now(), connectedAt) + roundTripMs / 2);
    pipe(server, browser, arrivalOf);
    for (const socket of [browser, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => proxy.listen(slowPort, '127.0.0.1', resolve));
  try {
    return await work(`http://localhost:${slowPort}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  }
}

/** `arrivalOf` computes when that many bytes arrive. In order, with the end after everything that was sent before it. */
function pipe(from: Socket, to: Socket, arrivalOf: (bytes: number) => number): void {
  const waiting: { at: number; bytes: Buffer | null }[] = [];
  const deliverLater = ({ at }: { at: number }) => setTimeout(deliver, Math.ceil(at - performance.now()));
  const deliver = () => {
    while (waiting[0] && waiting[0].at <= performance.now()) {
      const bytes = waiting.shift()?.bytes ?? null;
      if (bytes === null) to.end();
      else if (to.writable) to.write(bytes);
    }
    if (waiting[0]) deliverLater(waiting[0]);
  };
  const add = (bytes: Buffer | null) => {
    const piece = { at: arrivalOf(bytes?.length ?? 0), bytes };
    if (waiting.push(piece) === 1) deliverLater(piece);
  };
  from.on('data', (bytes) => {
    for (let at = 0; at < bytes.length; at += pieceBytes) add(bytes.subarray(at, at + pieceBytes));
  });
  from.on('end', () => add(null));
  from.on('close', () => waiting.length === 0 && to.end());
}
