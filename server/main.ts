// The process: configuration, database, application, jobs, port, in this order, and in reverse order when it stops.
// A mistake of the operator ends the start with code 1 and a sentence, never with a stack trace.
// The first SIGINT or SIGTERM finishes running requests, a second one exits immediately; the database survives either.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, type ReadConfig, readConfig } from './config/config.ts';
import { hasDevMailbox } from './config/local-only.ts';
import type { OpenDatabase } from './db/connect.ts';
import { startDatabase } from './db/open.ts';
import { createLog, type Log } from './log.ts';
import { hasCode, StartRefusal } from './start-refusal.ts';

/** In addition to the grace period for proxies. Two seconds, unless the embedded database still writes to its files. */
const shutdownLimitMs = 10_000;
const repeatedSignalMs = 500;
const portWaitMs = 2_000;

await run();

async function run(): Promise<void> {
  const parsed = readConfig(process.env);
  if ('problems' in parsed) return printRefusal(parsed.problems);
  for (const warning of parsed.warnings) console.warn(`Warning: ${warning}`);
  const log = createLog(parsed.config.logLevel);
  const closing: (() => Promise<void>)[] = [];
  const end = endOnce(log, closing, parsed.config.shutdownGraceMs + shutdownLimitMs);
  try {
    await start(parsed.config, log, closing);
  } catch (error) {
    if (!(error instanceof StartRefusal)) {
      log.fatal(error, 'start failed');
      return end(1);
    }
    printRefusal(error.sentences);
    await end(1);
  }
}

async function start(given: ReadConfig, log: Log, closing: (() => Promise<void>)[]): Promise<void> {
  await claimPort(given);
  const running = startDatabase(given, log).then((running) => {
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
  const stopping = new AbortController();
  const app = await buildApp({ config, database, log, reportProcess, stopping: stopping.signal });
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

/**
 * Checks the port before anything is started: otherwise a second start in the same folder would first wait for the database.
 * A previous process that is just stopping gets a moment to release the port.
 */
async function claimPort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  for (const deadline = performance.now() + portWaitMs; ; await sleep(100)) {
    const error = await tryPort(port, host);
    if (error === null) return;
    const isTaken = hasCode(error, 'EADDRINUSE');
    if (isTaken && performance.now() < deadline) continue;
    if (isTaken)
      throw new StartRefusal(
        `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
      );
    if (hasCode(error, 'EACCES'))
      throw new StartRefusal(`PORT ${port} may not be used by this user: choose one above 1023.`);
    if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'))
      throw new StartRefusal(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}

function tryPort(port: number, host: string): Promise<Error | null> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', resolve).listen(port, host, () => probe.close(() => resolve(null)));
  });
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
