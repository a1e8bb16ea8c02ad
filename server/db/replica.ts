// A streaming replica as the source of reports. It is asked only once it has replayed everything that the database had committed when
// the request came, so that nobody reads there what is older than what they have seen; otherwise, and whenever it fails, the database
// itself answers.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { Database } from './schema.ts';

export type Replica = {
  /** The replica as it is now, or null where it lags too far behind or does not answer. */
  find(): Promise<Kysely<Database> | null>;
  /** Told of what went wrong there, when the database itself answers instead. */
  failed(error: unknown): void;
};

type Parts = {
  /** Of the database that the replica follows. */
  primary: Pool;
  replica: Pool;
  handle: Kysely<Database>;
  log: Log | undefined;
  limits?: { lagMs: number; pauseMs: number } | undefined;
};

/** A replica on the same network is behind by a few milliseconds; what takes longer than this costs more than it saves. */
const defaultLimits = { lagMs: 100, pauseMs: 5_000 };
const pollMs = 2;

export function followReplica({ primary, replica, handle, log, limits = defaultLimits }: Parts): Replica {
  let pausedUntil = 0;
  const failed = (error: unknown) =>
    log?.warn({ error: String(error) }, 'the replica failed: reports are read from the database itself');
  return {
    failed,
    find: async () => {
      if (performance.now() < pausedUntil) return null;
      try {
        return (await catchesUp(primary, replica, limits.lagMs)) ? handle : null;
      } catch (error) {
        // Whoever comes next does not wait for its connections, too.
        pausedUntil = performance.now() + limits.pauseMs;
        failed(error);
        return null;
      }
    },
  };
}

/** A commit is answered only after it was flushed, so everything that anybody was told of lies before this place of the log. */
async function catchesUp(primary: Pool, replica: Pool, lagMs: number): Promise<boolean> {
  const { rows } = await primary.query<{ place: string }>('select pg_current_wal_flush_lsn()::text as place');
  const place = rows[0]?.place;
  for (const deadline = performance.now() + lagMs; ; await sleep(pollMs)) {
    const answer = await replica.query<{ isThere: boolean | null }>({
      name: 'replayed',
      text: 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"',
      values: [place],
    });
    if (answer.rows[0]?.isThere) return true;
    if (performance.now() > deadline) return false;
  }
}
