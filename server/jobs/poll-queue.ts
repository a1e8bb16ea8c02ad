// Jobs of one queue run one after the other. graphile-worker fetches the next job while the completion of the last one is still being
// written, finds the queue locked, and would sleep until its poll interval (2 s). So a worker that finds no job right after a job
// of a queue is woken again shortly, until the queue is free or a second has passed.
import type { Worker, WorkerEvents } from 'graphile-worker';

const retryMs = 20;
const maxRetryingMs = 1_000;

export function pollQueueAgain(events: WorkerEvents): void {
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
