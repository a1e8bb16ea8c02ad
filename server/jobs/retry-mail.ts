// Mail jobs given up by a release that cannot read encrypted ones (decision 041). It leaves them in the queue as permanently failed;
// this release sends them: when several servers are updated one after the other, and after a return to the earlier release.

import type { Pool } from 'pg';

/** The default of the queue. */
const maxAttempts = 25;

/** The error is that of the earlier release; a malformed job of this release names a place within the parameters. */
export async function retryMailOfEarlierRelease(pool: Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set attempts = 0, max_attempts = $1, run_at = now(), last_error = null
     where attempts >= max_attempts and locked_at is null and payload ->> 'sealed' is not null
       and last_error like 'the mail job is malformed at params%' and last_error not like '%at params.%'
       and task_id = (select id from graphile_worker._private_tasks where identifier = 'send-mail')`,
    [maxAttempts],
  );
}
