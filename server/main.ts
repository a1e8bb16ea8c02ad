// The process: configuration, then what serves requests, in this process or, with WORKERS, in others that it supervises.
// A mistake of the operator ends the start with code 1 and a sentence, never with a stack trace.
import cluster from 'node:cluster';
import { dirname } from 'node:path';
import { openBackedUp } from './backup/start.ts';
import { type ReadConfig, readConfig } from './config/config.ts';
import { hasDevMailbox } from './config/local-only.ts';
import { createLog, type Log } from './log.ts';
import { createRecentErrors } from './metrics/recent-errors.ts';
import { type Closing, type End, endOnce } from './process/ending.ts';
import { claimPort } from './process/port.ts';
import { supervise } from './process/supervisor.ts';
import { prepareToServe, type ServeParts } from './serve.ts';
import { StartRefusal } from './start-refusal.ts';
import { refuseToWork, work } from './worker.ts';

/** In addition to the grace period for proxies. Two seconds, unless the embedded database still writes to its files. */
const shutdownLimitMs = 10_000;
/** The workers have their limit before the database is stopped. */
const supervisorLimitMs = 2 * shutdownLimitMs;

await run();

async function run(): Promise<void> {
  const { isWorker } = cluster;
  const parsed = readConfig(process.env);
  if ('problems' in parsed) return isWorker ? refuseToWork(parsed.problems) : printRefusal(parsed.problems);
  const { config } = parsed;
  const isSupervisor = config.workers !== null && !isWorker;
  if (!isWorker) for (const warning of parsed.warnings) console.warn(`Warning: ${warning}`);
  const recentErrors = createRecentErrors();
  const log = createLog(config.logLevel, recentErrors.keep);
  const closing: Closing = [];
  const limitMs = config.shutdownGraceMs + (isSupervisor ? supervisorLimitMs : shutdownLimitMs);
  const end = endOnce({ log, closing, limitMs, isWorker });
  try {
    const parts = { config, log, recentErrors, closing };
    if (isWorker) await work(parts, end);
    else await start(parts);
  } catch (error) {
    await endStart(error, log, end);
  }
}

async function start(parts: ServeParts): Promise<void> {
  const { config, log, closing } = parts;
  await claimPort(config, 'PORT', 'HOST');
  if (config.metrics) await claimPort(config.metrics, 'METRICS_PORT', 'METRICS_HOST');
  if (config.workers === null) {
    const { listen, readFigures } = await prepareToServe(parts, openBackedUp(config, log));
    if (config.metrics && readFigures) {
      const { serveMetrics } = await import('./metrics/serve.ts');
      closing.unshift(await serveMetrics(config.metrics, async () => [await readFigures()]));
    }
    await listen();
  } else await supervise({ config, workers: config.workers, directory: dirname(import.meta.dirname), log, closing });
  announce(config);
}

async function endStart(error: unknown, log: Log, end: End): Promise<void> {
  if (error instanceof StartRefusal) printRefusal(error.sentences);
  else log.fatal(error, 'start failed');
  await end(1);
}

function announce(config: ReadConfig): void {
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

function printRefusal(sentences: readonly string[]): void {
  console.error(['', 'Daybook cannot start:', ...sentences, ''].join('\n  ').trimEnd());
  process.exitCode = 1;
}
