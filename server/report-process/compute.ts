// The program of the report process (server/report-process/process.ts): authorises and answers reports like the server, with its own
// database connections, and sends the response as JSON in chunks. Ends together with the server.

import 'temporal-polyfill/global';
import { reportEndpoints } from '#contract/reports.ts';
import { openDatabase } from '../db/connect.ts';
import { createLog } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { openBilling } from '../ports/billing/open.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import { reportHandlers } from '../reports/handlers.ts';
import type { Call } from '../request/call.ts';
import { execute } from '../request/execute.ts';
import { createHashing } from '../request/hashing.ts';
import { onOneCore } from '../request/one-core.ts';
import type { Pipeline } from '../request/pipeline.ts';
import type { Tracing } from '../tracing/open-telemetry.ts';
import { tracedAsChild } from '../tracing/spans.ts';
import {
  failureOf,
  type MetricsRequest,
  maxChunkBytes,
  type ReportMessage,
  type ReportRequest,
  type ReportSetup,
} from './messages.ts';

// Ctrl-C reaches every process of a terminal, but the server ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => void end());
process.once('message', (setup: ReportSetup) => void startComputing(setup));

let started: Tracing | undefined;

async function end(): Promise<void> {
  await started?.stop();
  process.exit(0);
}

async function startComputing({ config, connections }: ReportSetup): Promise<void> {
  const metrics = config.metrics && (await import('../metrics/metrics.ts')).createMetrics('reports');
  const log = createLog(config.logLevel, metrics?.countLoggedError);
  if (config.tracing) {
    const { startTracing } = await import('../tracing/open-telemetry.ts');
    started = startTracing({ tracing: config.tracing, process: 'reports', log });
  }
  const database = openDatabase({ ...connections, log, observer: metrics?.databaseObserver });
  metrics?.watchPools(database);
  const { app, transactHeavy, replica } = database;
  const [billing, receipts] = await Promise.all([openBilling(config), openReceipts(config)]);
  const pipeline: Pipeline = {
    database: app,
    transact: transactHeavy,
    transactHeavy,
    replica,
    config,
    hashing: createHashing(),
    billing,
    receipts,
  };
  process.on('message', (request: ReportRequest | MetricsRequest) => {
    void ('asks' in request ? sendMetrics(metrics) : compute(pipeline, request));
  });
  await send({ kind: 'ready' });
}

async function sendMetrics(metrics: Metrics | undefined): Promise<void> {
  const values = (await metrics?.registry.getMetricsAsJSON()) ?? [];
  await send({ kind: 'metrics', values });
}

async function compute(pipeline: Pipeline, { id, name, parent, ...rest }: ReportRequest): Promise<void> {
  try {
    const handle: Call['handle'] = reportHandlers[name];
    const call = onOneCore({ ...rest, endpoint: reportEndpoints[name], handle });
    const { body } = await tracedAsChild(parent, () => execute(pipeline, call));
    const bytes = Buffer.from(JSON.stringify(body));
    for (let at = 0; at < bytes.length; at += maxChunkBytes)
      await send({ kind: 'chunk', id, chunk: bytes.subarray(at, at + maxChunkBytes) });
    await send({ kind: 'end', id });
  } catch (error) {
    await send({ kind: 'failed', id, failure: failureOf(error) });
  }
}

/** The server may have ended meanwhile, even during the start; then this process ends too. */
const send = (message: ReportMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
