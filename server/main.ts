// The process: configuration, database, application, jobs, port, in this order, and in reverse order when it stops.
// A mistake of the operator ends the start with code 1 and a sentence, never with a stack trace.
// The first SIGINT or SIGTERM finishes running requests, a second one exits immediately; the database survives either.
import { setTimeout as sleep } from 'node:timers/promises';
import { claimPort } from './claim-port.ts';
import { type Config, type ReadConfig, readConfig } from './config/config.ts';
import { hasDevMailbox } from './config/local-only.ts';
import type { OpenDatabase } from './db/connect.ts';
import { startDatabase } from './db/open.ts';
import { createLog, type Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createRecentErrors, type RecentErrors } from './metrics/recent-errors.ts';
import type { ReportProcess } from './report-process/process.ts';
import { StartRefusal } from './start-refusal.ts';

/** In addition to the grace period for proxies. Two seconds, unless the embedded database still writes to its files. */
const shutdownLimitMs = 10_000;
const repeatedSignalMs = 500;

await run();

async function run(): Promise<void> {
  const parsed = readConfig(process.env);
  if ('problems' in parsed) return printRefusal(parsed.problems);
  for (const warning of parsed.warnings) console.warn(`Warning: ${warning}`);
  const recentErrors = createRecentErrors();
  const log = createLog(parsed.config.logLevel, recentErrors.keep);
  const closing: (() => Promise<void>)[] = [];
  const end = endOnce(log, closing, parsed.config.shutdownGraceMs + shutdownLimitMs);
  try {
    await start(parsed.config, { log, recentErrors, closing });
  } catch (error) {
    if (!(error instanceof StartRefusal)) {
      log.fatal(error, 'start failed');
      return end(1);
    }
    printRefusal(error.sentences);
    await end(1);
  }
}

type Parts = { log: Log; recentErrors: RecentErrors; closing: (() => Promise<void>)[] };

async function start(given: ReadConfig, parts: Parts): Promise<void> {
  const { log, closing } = parts;
  await claimPort(given, 'PORT', 'HOST');
  if (given.metrics) await claimPort(given.metrics, 'METRICS_PORT', 'METRICS_HOST');
  // Nothing is loaded, and nothing measured, unless somebody reads it.
  const metrics = given.metrics && (await import('./metrics/metrics.ts')).createMetrics('server');
  const running = startDatabase(given, log, metrics?.databaseObserver).then((running) => {
    closing.unshift(running.stop);
    return running;
  });
  // The larger part of the program is loaded while the database starts.
  const [{ database, connections, appSecret }, { buildApp }, { startJobs }, { openReportProcess }] = await Promise.all([
    running,
    import('./app.ts'),
    import('./jobs/runner.ts'),
    import('./report-process/process.ts'),
  ]);
  const config = { ...given, appSecret };
  if (config.isDemo) await seed(config, database);
  const jobs = await startJobs({ config, database, log });
  closing.unshift(jobs.stop);
  const reportProcess = openReportProcess({ config, connections, log });
  closing.unshift(reportProcess.close);
  if (metrics) closing.unshift(await openMetrics(metrics, { ...parts, config, database, reportProcess }));
  const stopping = new AbortController();
  const app = await buildApp({ config, database, log, reportProcess, metrics, stopping: stopping.signal });
  closing.unshift(async () => {
    stopping.abort();
    // Not awaited here: running jobs may finish during the grace period.
    void jobs.stop().catch(() => undefined);
    if (app.server.listening) await sleep(config.shutdownGraceMs);
    await Promise.all([app.close(), database.checkNow()]);
  });
  await app.listen({ port: config.port, host: config.host });
  announce(config);
}

type Measured = Parts & { config: Config; database: OpenDatabase; reportProcess: ReportProcess };

async function openMetrics(metrics: Metrics, measured: Measured): Promise<() => Promise<void>> {
  const { config, database, recentErrors, reportProcess } = measured;
  const { serveMetrics } = await import('./metrics/serve.ts');
  metrics.watchPools(database);
  recentErrors.listen(metrics.countLoggedError);
  return serveMetrics({
    metrics,
    config,
    database,
    recentErrors,
    readReportProcess: reportProcess.metrics,
  });
}

/** Imported only for the demo, so that ordinary starts do not load the sample company. */
async function seed(config: Config, database: OpenDatabase): Promise<void> {
  const [{ seedDemo }, { ensureOnlyDemo }, { openReceipts }] = await Promise.all([
    import('#seed/demo-company.ts'),
    import('./demo.ts'),
    import('./ports/receipts/open.ts'),
  ]);
  await ensureOnlyDemo(database.app);
  await seedDemo({ database, receipts: await openReceipts(config), now: new Date() });
}

function announce(config: Config): void {
  const seconds = (performance.now() / 1000).toFixed(1);
  const lines = [`Daybook is ready at ${config.baseUrl} (in ${seconds} s).`];
  if (config.isDemo) lines.push('Open it and choose a person: this is the demo, anyone may sign in as anyone.');
  else lines.push('Open it and register; whoever founds a company becomes its administrator.');
  if (hasDevMailbox(config)) lines.push(`No mail server is set: read the emails at ${config.baseUrl}/dev/mail`);
  lines.push(
    `Data: ${config.database === undefined ? config.dataDir : 'the PostgreSQL of DATABASE_URL'}. Ctrl-C stops it.`,
  );
  console.log(`\n  ${lines.join('\n  ')}\n`);
  process.send?.('ready');
}

/** The first call decides the exit code; a second signal exits immediately. */
function endOnce(
  log: Log,
  closing: readonly (() => Promise<void>)[],
  limitMs: number,
): (code: number) => Promise<void> {
  let ending: Promise<void> | undefined;
  const end = (code: number) => {
    ending ??= closeAll(log, closing, limitMs).finally(() => process.exit(code));
    return ending;
  };
  let firstSignalAt = Number.POSITIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // Ctrl-C reaches every process of the terminal, and npm forwards it again: a repetition within this time is not a second signal.
      if (performance.now() - firstSignalAt > repeatedSignalMs) process.exit(1);
      firstSignalAt = Math.min(firstSignalAt, performance.now());
      void end(0);
    });
  // The script that started this process through npm was killed.
  process.on('disconnect', () => void end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal(error, 'unhandled error');
      void end(1);
    });
  return end;
}

async function closeAll(log: Log, closing: readonly (() => Promise<void>)[], limitMs: number): Promise<void> {
  const limit = setTimeout(() => {
    log.error('shutdown timed out');
    process.exit(1);
  }, limitMs);
  for (const close of closing) await close().catch((error: unknown) => log.error(error, 'shutdown error'));
  clearTimeout(limit);
}

function printRefusal(sentences: readonly string[]): void {
  console.error(['', 'Daybook cannot start:', ...sentences, ''].join('\n  ').trimEnd());
  process.exitCode = 1;
}
