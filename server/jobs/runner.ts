// Background jobs: the outbox and scheduled tasks (tasks.ts), run by graphile-worker as the owner role.
// A job added in a transaction exists if and only if that transaction commits, and runs at least once: tasks are idempotent.
// A failed job is retried for about four days with growing delays, then stays in the queue for the operator; one that cannot
// succeed stays without retries. Neither blocks others. Payloads are never logged; those of mails are sealed.
import 'temporal-polyfill/global';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type Task, type Worker, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { limitSlowRecipients, PostponedError, postponeSeconds } from '../mail/slow-recipients.ts';
import { Undeliverable } from '../ports/mail/mail.ts';
import { openMail } from '../ports/mail/open.ts';
import { traced } from '../tracing/spans.ts';
import { startHeartbeat, unlockDeadWorkers, unlockWorker } from './heartbeat.ts';
import { type JobsParts, type TableParts, taskTable } from './tasks.ts';

export type Jobs = {
  /** Takes no new jobs; running ones finish within a second or go back into the queue. */
  stop(): Promise<void>;
};

/**
 * Jobs that run at the same time. A mail to a slow mail server takes up to 45 seconds, so a company (or a domain, for mail without a
 * company) gets at most two of these slots (migration 0040); mail/slow-recipients.ts limits slow recipients to half of them.
 */
const concurrency = 8;
/** How long running jobs may take when the process stops; after that they go back into the queue. */
const stopLimitMs = 1_000;
/** How long putting them back may take. */
const releaseLimitMs = 200;
const sweepIntervalMs = 10_000;

export async function startJobs(started: JobsParts): Promise<Jobs> {
  const { config, log, database } = started;
  const opened = openMail({ config, pool: database.ownerPool, connections: concurrency });
  const port = limitSlowRecipients(opened, { slots: concurrency / 2, unknownSlots: (concurrency * 3) / 4 });
  const parts = { ...started, port };
  const ending = new AbortController();
  let runner = await startRunner(parts);
  const supervised = (async () => {
    while (!ending.signal.aborted) {
      await runner.promise.catch(() => undefined);
      if (ending.signal.aborted) return;
      log.error('job worker ended unexpectedly, restarting it');
      const next = await startAgain(parts, runner.worker, ending.signal);
      if (next === null) return;
      if (ending.signal.aborted) return void (await next.stop().catch(warn(log, 'job worker shutdown error')));
      runner = next;
    }
  })();
  const sweep = () => sweepQueue(started);
  const sweeping = setInterval(sweep, sweepIntervalMs);
  await sweep();
  const end = async () => {
    ending.abort();
    clearInterval(sweeping);
    const stopped = runner.stop().catch(warn(log, 'job worker shutdown error'));
    // The library does not interrupt its pause before it tries again to reach a database that is gone.
    await Promise.race([
      stopped.then(() => supervised),
      sleep(stopLimitMs + releaseLimitMs, undefined, { ref: false }),
    ]);
    port.close();
  };
  let ended: Promise<void> | undefined;
  return {
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}

async function sweepQueue({ log, database: { ownerPool } }: JobsParts): Promise<void> {
  await unlockDeadWorkers(ownerPool).catch(warn(log, 'freeing jobs of killed processes failed'));
  await retryMailOfEarlierRelease(ownerPool).catch(warn(log, 'retrying mail of an earlier release failed'));
}

type NamedRunner = Runner & { worker: string };

async function startRunner(parts: TableParts): Promise<NamedRunner> {
  const { log, database } = parts;
  const table = Object.entries(taskTable(parts));
  const events: WorkerEvents = new EventEmitter();
  const heartbeat = startHeartbeat(events, log);
  pollQueueAgain(events);
  let worker = '';
  events.once('pool:create', ({ workerPool }) => {
    worker = workerPool.id;
  });
  const runner = await run({
    pgPool: database.ownerPool,
    taskList: Object.fromEntries(table.map(([name, row]) => [name, failingPermanently(tracedTask(name, row.run))])),
    parsedCronItems: parseCronItems(
      table.flatMap(([task, { at }]) => (at === undefined ? [] : [{ task, match: at, options: { maxAttempts: 3 } }])),
    ),
    concurrency,
    // Signals are handled in process/ending.ts.
    noHandleSignals: true,
    events,
    logger: loggerTo(log),
    // A delay of 0 still batches completions. Without batching, a completion that cannot be stored ends the process; a failed batch ends only the worker.
    preset: {
      plugins: [waitFor(heartbeat)],
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: stopLimitMs },
    },
  });
  return { ...runner, worker };
}

/** Null if the process ends first. */
async function startAgain(parts: TableParts, ended: string, signal: AbortSignal): Promise<NamedRunner | null> {
  for (let failures = 0; ; failures += 1) {
    await sleep(Math.min(30_000, 500 * 2 ** failures), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
    try {
      await unlockWorker(parts.database.ownerPool, ended);
      return await startRunner(parts);
    } catch (error) {
      warn(parts.log, 'job worker could not be started')(error);
    }
  }
}

const tracedTask =
  (name: string, task: Task): Task =>
  (payload, helpers) =>
    traced({ name: `job ${name}` }, async () => task(payload, helpers));

/** A postponed job has not used an attempt. A job that cannot succeed gets no further attempts; it stays visible until cleanup. */
const failingPermanently =
  (task: Task): Task =>
  async (payload, helpers) => {
    try {
      await task(payload, helpers);
    } catch (error) {
      // The library's own function requires a job that is not running; here no crash can come in between.
      const { id } = helpers.job;
      if (error instanceof Undeliverable)
        await helpers.query('update graphile_worker._private_jobs set max_attempts = attempts where id = $1', [id]);
      if (error instanceof PostponedError)
        await helpers.query(
          `update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0),
             run_at = now() + make_interval(secs => $2) where id = $1`,
          [id, postponeSeconds],
        );
      throw error;
    }
  };

/** Delays the first job, but not forever: without the heartbeat lock a job may at worst run twice. */
const waitFor = (heartbeat: Promise<void>) => ({
  name: 'daybook-heartbeat',
  version: '1.0.0',
  worker: { hooks: { startWorker: () => Promise.race([heartbeat, sleep(3_000, undefined, { ref: false })]) } },
});

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Only the first line of a message: the rest is the stack, and the other values contain the payload. */
const loggerTo = (log: Log) =>
  new Logger(({ taskIdentifier, jobId }) => (level, message) => {
    log[levels[level]]({ task: taskIdentifier, job: jobId }, message.split('\n', 1)[0]);
  });

const warn = (log: Log, message: string) => (error: unknown) =>
  log.warn({ error: error instanceof Error ? error.message : String(error) }, message);

const retryMs = 20;
const maxRetryingMs = 1_000;

/**
 * Jobs of one queue run one after the other. graphile-worker fetches the next job while the completion of the last one is still
 * being written, finds the queue locked, and would sleep until its poll interval (2 s). So a worker that finds no job right after a
 * job of a queue is woken again shortly, until the queue is free or a second has passed.
 */
function pollQueueAgain(events: WorkerEvents): void {
  const endedAt = new WeakMap<Worker, number>();
  const released = new WeakSet<Worker>();
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id !== null) endedAt.set(worker, performance.now());
  });
  events.on('worker:release', ({ worker }) => released.add(worker));
  events.on('worker:getJob:empty', ({ worker }) => {
    if (performance.now() - (endedAt.get(worker) ?? -maxRetryingMs) >= maxRetryingMs) return;
    setTimeout(() => {
      if (!released.has(worker)) worker.nudge();
    }, retryMs).unref();
  });
}

/** The default of the queue. */
const maxAttempts = 25;

/**
 * Mail jobs given up by a release that cannot read encrypted ones (decision 041). It leaves them in the queue as permanently
 * failed; this release sends them: when several servers are updated one after the other, and after a return to the earlier
 * release. The error is that of the earlier release; a malformed job of this release names a place within the parameters.
 */
async function retryMailOfEarlierRelease(pool: Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set attempts = 0, max_attempts = $1, run_at = now(), last_error = null
     where attempts >= max_attempts and locked_at is null and payload ->> 'sealed' is not null
       and last_error like 'the mail job is malformed at params%' and last_error not like '%at params.%'
       and task_id = (select id from graphile_worker._private_tasks where identifier = 'send-mail')`,
    [maxAttempts],
  );
}
