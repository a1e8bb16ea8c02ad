// The port of the operator (METRICS_PORT): `/metrics` for Prometheus and `/status` for `npm run status`. It has no sign-in, so it
// listens on the loopback address unless METRICS_HOST says otherwise; `/status` shows lines of the log to this machine only.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { watchInstallation } from './installation-metrics.ts';
import type { Metrics, MetricValues } from './metrics.ts';
import type { RecentErrors } from './recent-errors.ts';

type Parts = {
  metrics: Metrics;
  config: Pick<Config, 'metrics' | 'dataDir'>;
  database: Pick<OpenDatabase, 'ownerPool'>;
  recentErrors: RecentErrors;
  /** Those of the report process; null while it is not running. */
  readReportProcess: () => Promise<MetricValues | null>;
};

/** Returns a function that closes the port. */
export async function serveMetrics(parts: Parts): Promise<() => Promise<void>> {
  const { metrics, config, database, recentErrors, readReportProcess } = parts;
  const { registry } = metrics;
  const readAgain = watchInstallation({ registry, ownerPool: database.ownerPool, dataDir: config.dataDir });
  const readAll = shared(async (): Promise<Registry> => {
    await readAgain();
    const values = await Promise.all([registry.getMetricsAsJSON(), readReportProcess()]);
    // The label `process` keeps them apart: nothing is added up, and nothing may be left out.
    const all = values.map((one) => (one ?? []).map((metric) => ({ ...metric, aggregator: 'sum' })));
    return AggregatorRegistry.aggregate(all);
  });
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(request);
    if (refusal !== null) return void response.writeHead(refusal).end();
    if (request.url === '/status') return void response.end(JSON.stringify({ recentErrors: recentErrors.list() }));
    const all = await readAll();
    response.writeHead(200, { 'content-type': all.contentType }).end(await all.metrics());
  };
  if (config.metrics) await listen(server, config.metrics);
  return () => close(server);
}

function refusalOf({ method, url, headers, socket }: IncomingMessage): number | null {
  const site = headers['sec-fetch-site'];
  // A page in a browser on this machine, of whatever site: only a person who types the address may read it there.
  if (site !== undefined && site !== 'none') return 403;
  if (url === '/status') return isLoopbackAddress(socket.remoteAddress ?? '') ? methodRefusal(method) : 403;
  return url === '/metrics' ? methodRefusal(method) : 404;
}

const methodRefusal = (method: string | undefined): number | null => (method === 'GET' ? null : 405);

const isLoopbackAddress = (address: string): boolean => /^(::1$|(::ffff:)?127\.)/.test(address);

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

const listen = (server: Server, { port, host }: NonNullable<Config['metrics']>): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
