// Detects killed worker processes. graphile-worker frees their jobs only after four hours; here each process holds an advisory
// lock on its LISTEN connection, so that others (or its successor) see immediately that it is gone. The minimum age of a job
// covers the moment in which a process that lost its connection reconnects.
import type { WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';

/** Resolves when this process holds its lock for the first time; only then may it take jobs. */
export function startHeartbeat(events: WorkerEvents, log: Log): Promise<void> {
  return new Promise((resolve) => {
    events.on('pool:listen:success', ({ client, workerPool }) => {
      // The event comes before the client's own LISTEN, `drain` after it. The lock is shared, so that a half-open old connection
      // of this process does not block it.
      client.once('drain', () => {
        client
          .query(`select pg_advisory_lock_shared(${lockKey('$1::text')})`, [workerPool.id])
          .then(() => resolve())
          .catch((error: Error) => log.warn({ error: error.message }, 'heartbeat failed'));
      });
    });
  });
}

/** Puts the jobs of killed processes back into the queue. */
export async function unlockDeadWorkers(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(worker)) from (
       select distinct locked_by as worker from graphile_worker.jobs
       where locked_by is not null and locked_at < now() - interval '5 seconds') owners
     where pg_try_advisory_xact_lock(${lockKey('worker')})`,
  );
}

/** For a worker of this process that has ended: its advisory lock may outlive it on a connection that stays open. */
export async function unlockWorker(pool: Pool, worker: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [worker]);
}

const lockKey = (worker: string) => `hashtextextended('daybook jobs ' || ${worker}, 0)`;
