// A port for a server that is started as another process. It is below those that the operating system gives to connections and to
// servers without a fixed port (32768 to 60999 on Linux), so that none of them takes it before the server listens.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const lowest = 15_000;
const highest = 29_999;
const handedOut = new Set<number>();

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest + 1);
    if (handedOut.has(port) || !(await isFree(port))) continue;
    handedOut.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false));
  });
  server.listen(port);
  if (!(await isListening)) return false;
  server.close();
  await once(server, 'close');
  return true;
}
