// Who still works on what. graphile-worker frees the jobs of a killed process only after four hours; here a living
// process holds an advisory lock on the connection on which it listens, so that the others (or its successor) see at
// once that it is gone. The age limit covers the moment in which a process that lost its connection takes it up again.
import type { WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';

/** Resolves when this process is first known to be alive; only then may it take jobs. */
export function holdAsAlive(events: WorkerEvents, log: Log): Promise<void> {
  return new Promise((resolve) => {
    events.on('pool:listen:success', ({ client, workerPool }) => {
      // Told before the client's own LISTEN; `drain` comes after it. The lock is shared: a half-open connection of our own
      // past must not keep us waiting.
      client.once('drain', () => {
        client
          .query(`select pg_advisory_lock_shared(${lockKey('$1::text')})`, [workerPool.id])
          .then(() => resolve())
          .catch((error: Error) => log.warn({ error: error.message }, 'the job worker could not be marked as alive'));
      });
    });
  });
}

/** Puts the jobs of processes that are gone back into the queue. */
export async function unlockDeadWorkers(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(worker)) from (
       select distinct locked_by as worker from graphile_worker.jobs
       where locked_by is not null and locked_at < now() - interval '5 seconds') holders
     where pg_try_advisory_xact_lock(${lockKey('worker')})`,
  );
}

/** For jobs of this process whose worker has ended: on a connection that goes on, its mark may outlive it. */
export async function unlockWorker(pool: Pool, worker: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [worker]);
}

const lockKey = (worker: string) => `hashtextextended('daybook jobs ' || ${worker}, 0)`;
