// What serves requests: database, jobs, report process and application, started in this order and closed in reverse order.

import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { warnOfLateBackups } from './backup/remembered.ts';
import type { ReadConfig } from './config/config.ts';
import type { OpenDatabase } from './db/connect.ts';
import { type DatabaseSource, type RunningDatabase, startOn } from './db/open.ts';
import type { Jobs } from './jobs/runner.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { ReadFigures } from './metrics/read.ts';
import type { RecentErrors } from './metrics/recent-errors.ts';
import type { Closing } from './process/ending.ts';
import type { ReportProcess } from './report-process/process.ts';
import type { Tracing } from './tracing/open-telemetry.ts';

export type Serving = {
  listen(): Promise<void>;
  /** Accepts no more connections, and resolves when the open ones have ended, at the latest after five seconds. */
  retire(): Promise<void>;
  /** Undefined without METRICS_PORT. */
  readFigures: ReadFigures | undefined;
};

export type ServeParts = { config: ReadConfig; log: Log; recentErrors: RecentErrors; closing: Closing };

/** For connections without requests, such as those of browsers whose pages are open but not used. */
const retireLimitMs = 5_000;

/** With several workers a connection ends after these, because the next one is accepted by the worker that has most time. */
const maxRequestsPerConnection = 200;

/** Everything but listening. */
export async function prepareToServe(parts: ServeParts, source: Promise<DatabaseSource>): Promise<Serving> {
  const { config: given, log, closing } = parts;
  // Nothing is loaded, and nothing measured, unless somebody reads it.
  const metrics = given.metrics && (await import('./metrics/metrics.ts')).createMetrics('server');
  const tracer = given.tracing && (await trace(parts, given.tracing));
  const running = startAndClose(parts, source, metrics);
  // The larger part of the program is loaded while the database starts.
  const [{ database, connections, appSecret }, { buildApp }, { startJobs }, { openReportProcess }, { fillDemo }] =
    await Promise.all([
      running,
      import('./app.ts'),
      import('./jobs/runner.ts'),
      import('./report-process/process.ts'),
      import('./demo.ts'),
    ]);
  const config = { ...given, appSecret };
  if (config.isDemo) await fillDemo(config, database);
  if (config.database !== undefined) void warnOfLateBackups(database.ownerPool, log, new Date());
  const jobs = await startJobs({ config, database, log });
  closing.unshift(jobs.stop);
  const reportProcess = openReportProcess({ config, connections, log });
  closing.unshift(reportProcess.close);
  const readFigures = metrics && (await measure(metrics, { ...parts, database, reportProcess }));
  const [stopping, retiring] = [new AbortController(), new AbortController()];
  const signals = { stopping: stopping.signal, retiring: retiring.signal };
  const app = await buildApp({ config, database, log, reportProcess, metrics, tracer, ...signals });
  if (config.workers !== null) app.server.maxRequestsPerSocket = maxRequestsPerConnection;
  closing.unshift(async () => {
    stopping.abort();
    stopSoon(jobs);
    if (app.server.listening) await sleep(config.shutdownGraceMs);
    await Promise.all([app.close(), database.checkNow()]);
  });
  const listen = async () => void (await app.listen({ port: config.port, host: config.host }));
  return { listen, retire: () => retireServer(app.server, jobs, retiring), readFigures };
}

function retireServer(
  server: Parameters<typeof untilUnused>[0],
  jobs: Parameters<typeof stopSoon>[0],
  retiring: AbortController,
) {
  retiring.abort();
  stopSoon(jobs);
  return untilUnused(server);
}

/** Stopped last, so that what the end of the process does is still traced. */
async function trace({ log, closing }: ServeParts, tracing: NonNullable<ReadConfig['tracing']>): Promise<Tracing> {
  const { startTracing } = await import('./tracing/open-telemetry.ts');
  const started = startTracing({ tracing, process: 'server', log });
  closing.unshift(started.stop);
  return started;
}

async function startAndClose(
  { config, log, closing }: ServeParts,
  source: Promise<DatabaseSource>,
  metrics: Metrics | undefined,
): Promise<RunningDatabase> {
  const running = await startOn(await source, config, { log, observer: metrics?.databaseObserver });
  closing.unshift(running.stop);
  return running;
}

type Measured = ServeParts & { database: OpenDatabase; reportProcess: ReportProcess };

async function measure(metrics: Metrics, measured: Measured): Promise<ReadFigures> {
  const { config, database, recentErrors, reportProcess } = measured;
  const { readFiguresOf } = await import('./metrics/read.ts');
  metrics.watchPools(database);
  recentErrors.listen(metrics.countLoggedError);
  return readFiguresOf({ metrics, config, database, recentErrors, readReportProcess: reportProcess.metrics });
}

/** Not awaited: running jobs may finish while requests are still served. */
const stopSoon = (jobs: Jobs): void => void jobs.stop().catch(() => undefined);

/** Stops listening, and resolves when the open connections have ended, at the latest after `retireLimitMs`. */
async function untilUnused(server: Server): Promise<void> {
  // Not the method of the HTTP server, which also ends connections on which a request is just arriving.
  Server.prototype.close.call(server);
  const countConnections = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + retireLimitMs;
  while (performance.now() < deadline && (await countConnections()) > 0) await sleep(50);
}
