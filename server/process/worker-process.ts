// One worker as its supervisor sees it.
// Workers accept connections themselves, from one queue of the system: a connection that is handed over by the supervisor would
// be lost, and its client would wait forever, if the worker were killed before receiving it.

import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StopMode } from '../db/cluster/run.ts';
import type { Connections } from '../db/connect.ts';
import type { MeasuredProcess } from '../metrics/read.ts';
import { StartRefusal } from '../start-refusal.ts';
import { type FromWorker, protocol, type ToWorker } from './messages.ts';

export type WorkerOptions = {
  /** The folder of its release. */
  directory: string;
  /** To the embedded database, if there is one. */
  connections: Omit<Connections, 'log'> | null;
  dataDir: string;
};

export type Ended = { reason: string; ranMs: number };

/** A worker has shorter limits of its own: these are for one that does not respond. */
const retireLimitMs = 90_000;
const stopLimitMs = 75_000;
/** A busy worker is left out of the figures. */
const figuresLimitMs = 1_500;

cluster.schedulingPolicy = cluster.SCHED_NONE;

export class WorkerProcess {
  readonly directory: string;
  /** The label of its figures, used again when it has ended. */
  readonly number: number;
  readonly ended: Promise<Ended>;
  /** How it wants the embedded database to be stopped. */
  databaseStop: StopMode = 'fast';
  /** Its end was requested. */
  isEnding = false;
  readonly #worker: Worker;
  readonly #connections: WorkerOptions['connections'];
  readonly #prepared = Promise.withResolvers<void>();
  readonly #listening = Promise.withResolvers<void>();
  #figures = Promise.withResolvers<MeasuredProcess>();
  #failure: StartRefusal | undefined;

  constructor({ directory, connections, dataDir }: WorkerOptions, number: number) {
    this.number = number;
    this.directory = directory;
    this.#connections = connections;
    cluster.setupPrimary({ exec: join(directory, 'server', 'main.ts'), cwd: directory });
    const compileCache = join(directory, 'node_modules', '.cache', 'daybook');
    this.#worker = cluster.fork({ DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCache });
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    // A message to a worker that was just killed must not end the supervisor; its `exit` follows.
    this.#worker.on('error', () => undefined);
    this.ended = this.#whenEnded();
    // An error is reported to the code that waits for them.
    for (const { promise } of [this.#prepared, this.#listening]) promise.catch(() => undefined);
  }

  get pid(): number {
    return this.#worker.process.pid ?? 0;
  }

  /** Resolves when it can listen; rejects if it cannot start. */
  get prepared(): Promise<void> {
    return this.#prepared.promise;
  }

  listen(): Promise<void> {
    this.#send({ kind: 'listen' });
    return this.#listening.promise;
  }

  /** Resolves when it has served its connections and ended. */
  retire(): Promise<void> {
    return this.#end({ kind: 'retire' }, retireLimitMs);
  }

  /** Resolves when it has ended. */
  stop(): Promise<void> {
    return this.#end({ kind: 'stop' }, stopLimitMs);
  }

  /** Null if it does not answer in time. */
  async readFigures(): Promise<MeasuredProcess | null> {
    this.#figures = Promise.withResolvers();
    this.#send({ kind: 'read-figures' });
    const figures = await Promise.race([this.#figures.promise, sleep(figuresLimitMs, null, { ref: false })]);
    return figures && withLabel(figures, this.number);
  }

  kill(): void {
    this.isEnding = true;
    this.#worker.process.kill('SIGKILL');
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'started') this.#answerStarted(message.protocol);
    else if (message.kind === 'prepared') this.#prepared.resolve();
    else if (message.kind === 'listening') this.#listening.resolve();
    else if (message.kind === 'figures') this.#figures.resolve(message.figures);
    else if (message.kind === 'closed') this.databaseStop = message.mode;
    else this.#failure = new StartRefusal(...message.sentences);
  }

  #answerStarted(itsProtocol: number): void {
    if (itsProtocol === protocol) this.#send({ kind: 'prepare', connections: this.#connections });
    else {
      this.#failure = new StartRefusal(
        'This release cannot take over from the running one: stop Daybook and start it again.',
      );
      this.kill();
    }
  }

  #whenEnded(): Promise<Ended> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      this.#worker.once('exit', (code: number | null, signal: string | null) => {
        const reason = signal ?? `exit code ${code}`;
        const failure =
          this.#failure ?? new StartRefusal(`A worker ended during its start (${reason}). The log says why.`);
        for (const one of [this.#prepared, this.#listening]) one.reject(failure);
        resolve({ reason, ranMs: performance.now() - startedAt });
      });
    });
  }

  async #end(message: ToWorker, limitMs: number): Promise<void> {
    this.isEnding = true;
    this.#send(message);
    const hasEnded = await Promise.race([this.ended.then(() => true), sleep(limitMs, false, { ref: false })]);
    if (!hasEnded) this.kill();
    await this.ended;
  }

  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message);
  }
}

function withLabel({ metrics, recentErrors }: MeasuredProcess, worker: number): MeasuredProcess {
  const labelled = metrics.map((one) =>
    one.map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
    })),
  );
  return { metrics: labelled, recentErrors };
}
