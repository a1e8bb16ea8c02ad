// The port of the operator (METRICS_PORT): `/metrics` for Prometheus and `/status` for `npm run status`. It has no sign-in, so it
// listens on the loopback address unless METRICS_HOST says otherwise; `/status` shows lines of the log to this machine only,
// also by the address of METRICS_HOST.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { MeasuredProcess } from './read.ts';

type Address = NonNullable<Config['metrics']>;

/** Returns a function that closes the port. */
export async function serveMetrics(
  address: Address,
  readAll: () => Promise<readonly MeasuredProcess[]>,
): Promise<() => Promise<void>> {
  const read = shared(readAll);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(request);
    if (refusal !== null) return void response.writeHead(refusal).end();
    const figures = await read();
    if (request.url === '/status') {
      const recentErrors = figures.flatMap((of) => of.recentErrors);
      return void response.end(JSON.stringify({ recentErrors }));
    }
    // Labels keep the processes apart: nothing is added up, and nothing may be left out.
    const values = figures.flatMap(({ metrics }) => metrics);
    const all = AggregatorRegistry.aggregate(
      values.map((one) => one.map((metric) => ({ ...metric, aggregator: 'sum' }))),
    );
    const text = await all.metrics();
    response.writeHead(200, { 'content-type': all.contentType }).end(text);
  };
  await listen(server, address);
  return () => close(server);
}

function refusalOf({ method, url, headers, socket }: IncomingMessage): number | null {
  const site = headers['sec-fetch-site'];
  // A page in a browser on this machine, of whatever site: only a person who types the address may read it there.
  if (site !== undefined && site !== 'none') return 403;
  if (url === '/status') return isThisMachine(socket) ? methodRefusal(method) : 403;
  return url === '/metrics' ? methodRefusal(method) : 404;
}

const methodRefusal = (method: string | undefined): number | null => (method === 'GET' ? null : 405);

const isThisMachine = ({ remoteAddress = '', localAddress }: IncomingMessage['socket']): boolean =>
  remoteAddress === localAddress || /^(::1$|(::ffff:)?127\.)/.test(remoteAddress);

/** Several readers at once get the answer of one reading. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}

const listen = (server: Server, { port, host }: Address): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
