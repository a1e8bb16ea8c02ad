// A streaming replica for reading reports. It is used only if it has replayed everything that the primary had committed when the
// request came, so that nobody reads older data than they have already seen; otherwise, and whenever it fails, the primary
// answers.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { DatabaseObserver } from './connection-source.ts';
import type { Database } from './schema.ts';

export type Replica = {
  /** The replica if it has caught up; null if it lags too far behind or does not respond. */
  find(): Promise<Kysely<Database> | null>;
  /** Logs an error of the replica, after which the primary is used instead. */
  failed(error: unknown): void;
};

type Parts = {
  /** Pool of the primary. */
  primary: Pool;
  replica: Pool;
  handle: Kysely<Database>;
  log: Log | undefined;
  observer?: DatabaseObserver | undefined;
  limits?: { lagMs: number; pauseMs: number } | undefined;
};

/** A replica in the same network lags a few milliseconds; waiting longer than this costs more than it saves. */
const defaultLimits = { lagMs: 100, pauseMs: 5_000 };
const pollMs = 2;

export function followReplica({ primary, replica, handle, log, observer, limits = defaultLimits }: Parts): Replica {
  let pausedUntil = 0;
  const failed = (error: unknown) => {
    observer?.fellBack('failure');
    log?.warn({ error: String(error) }, 'replica failed: reports are read from the primary');
  };
  return {
    failed,
    find: async () => {
      if (performance.now() < pausedUntil) {
        observer?.fellBack('failure');
        return null;
      }
      try {
        if (await catchesUp(primary, replica, limits.lagMs)) return handle;
        observer?.fellBack('lag');
        return null;
      } catch (error) {
        // Spares the next requests from waiting for its connections.
        pausedUntil = performance.now() + limits.pauseMs;
        failed(error);
        return null;
      }
    },
  };
}

/** A commit is acknowledged only after its WAL was flushed, so everything that anybody has seen is before this position. */
async function catchesUp(primary: Pool, replica: Pool, lagMs: number): Promise<boolean> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position');
  const position = rows[0]?.position;
  for (const deadline = performance.now() + lagMs; ; await sleep(pollMs)) {
    const result = await replica.query<{ hasReplayed: boolean | null }>({
      name: 'replayed',
      text: 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasReplayed"',
      values: [position],
    });
    if (result.rows[0]?.hasReplayed) return true;
    if (performance.now() > deadline) return false;
  }
}
