// The workers of a supervisor. One that ends unexpectedly is replaced, after a pause that grows with repetition. An upgrade
// prepares workers of another release beside the present ones; only when all of them can listen do they take over.

import { setTimeout as sleep } from 'node:timers/promises';
import type { StopMode } from '../db/cluster/run.ts';
import type { Log } from '../log.ts';
import type { MeasuredProcess } from '../metrics/read.ts';
import { StartRefusal } from '../start-refusal.ts';
import { type WorkerOptions, WorkerProcess } from './worker-process.ts';

type Options = WorkerOptions & { count: number; log: Log };

const firstPauseMs = 250;
const maxPauseMs = 5_000;
/** A worker that ran this long did not fail because of its start. */
const steadyAfterMs = 60_000;

export class Workers {
  readonly #options: Options;
  readonly #all = new Set<WorkerProcess>();
  #directory: string;
  #databaseStop: StopMode = 'fast';
  #isReplacing = false;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#directory = options.directory;
  }

  /** Resolves when all of them serve; rejects with the reason if one cannot start. */
  async start(): Promise<void> {
    await this.#serve(await this.#prepare(this.#directory));
  }

  /** For the operator. */
  list(): { pid: number; directory: string }[] {
    return [...this.#all].map(({ pid, directory }) => ({ pid, directory }));
  }

  async readFigures(): Promise<MeasuredProcess[]> {
    const figures = await Promise.all([...this.#all].map((worker) => worker.readFigures()));
    return figures.filter((one) => one !== null);
  }

  /** Replaces all workers by those of the release in this folder. If they cannot start, nothing changes. */
  async replace(directory: string): Promise<void> {
    if (this.#isStopping) throw new StartRefusal('Daybook is being stopped.');
    if (this.#isReplacing) throw new StartRefusal('Another upgrade is running. Wait until it has ended.');
    this.#isReplacing = true;
    try {
      const next = await this.#prepare(directory);
      const old = [...this.#all].filter((worker) => !next.includes(worker));
      this.#directory = directory;
      await this.#serve(next);
      await Promise.all(old.map((worker) => worker.retire()));
    } finally {
      this.#isReplacing = false;
    }
  }

  /** Resolves to how the embedded database is to be stopped. */
  async stop(): Promise<StopMode> {
    this.#isStopping = true;
    await Promise.all([...this.#all].map((worker) => worker.stop()));
    return this.#databaseStop;
  }

  /** The first one migrates the database, and shows whether the others can start at all. */
  async #prepare(directory: string): Promise<WorkerProcess[]> {
    const workers = [this.#fork(directory)];
    try {
      await workers[0]?.prepared;
      while (workers.length < this.#options.count) workers.push(this.#fork(directory));
      await Promise.all(workers.map((worker) => worker.prepared));
      return workers;
    } catch (error) {
      for (const worker of workers) worker.kill();
      throw error;
    }
  }

  async #serve(workers: readonly WorkerProcess[]): Promise<void> {
    for (const worker of workers) void this.#replaceWhenEnded(worker, 0);
    await Promise.all(workers.map((worker) => worker.listen()));
  }

  #freeNumber(): number {
    const used = new Set([...this.#all].map(({ number }) => number));
    let number = 1;
    while (used.has(number)) number += 1;
    return number;
  }

  #fork(directory: string): WorkerProcess {
    const worker = new WorkerProcess({ ...this.#options, directory }, this.#freeNumber());
    this.#all.add(worker);
    worker.ended.then(() => {
      this.#all.delete(worker);
      if (worker.databaseStop === 'immediate') this.#databaseStop = 'immediate';
    });
    return worker;
  }

  async #replaceWhenEnded(worker: WorkerProcess, failures: number): Promise<void> {
    const { reason, ranMs } = await worker.ended;
    if (this.#isStopping || worker.isEnding) return;
    const repeated = ranMs > steadyAfterMs ? 0 : failures;
    this.#options.log.error({ reason }, 'a worker ended unexpectedly, starting another one');
    await sleep(Math.min(maxPauseMs, firstPauseMs * 2 ** repeated), undefined, { ref: false });
    if (this.#isStopping) return;
    const next = this.#fork(this.#directory);
    void this.#replaceWhenEnded(next, repeated + 1);
    await next.prepared.then(() => next.listen()).catch(() => undefined);
  }
}
