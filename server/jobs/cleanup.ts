// Deletes expired rows, by the clock of the database. Codes of links are kept for a day after they expired, although the links no
// longer work; idempotency keys for two days, longer than any client retries.
import type { Pool } from 'pg';
import { knownBrowserDays } from '#domain/sessions.ts';
import { expiredTokenListedDays } from '#domain/tokens.ts';

/** Row-level security lets the owner see exactly the keys older than two days (0007-old-keys.sql). */
export async function deleteOldKeys(pool: Pool): Promise<void> {
  await pool.query(`delete from idempotency_keys where created_at < now() - interval '2 days'`);
  await pool.query(`delete from signed_out_keys where created_at < now() - interval '2 days'`);
}

export async function deleteExpired(pool: Pool): Promise<void> {
  await pool.query('delete from throttles where expires_at < now()');
  await pool.query('delete from sessions where expires_at < now()');
  await pool.query('delete from pending_sign_ins where expires_at < now()');
  await pool.query('delete from passkey_challenges where expires_at < now()');
  await pool.query(`delete from second_factors where turned_on_at is null and begun_at < now() - interval '1 day'`);
  await pool.query(`delete from link_codes where expires_at < now() - interval '1 day'`);
  await pool.query('delete from access_tokens where expires_at < now() - make_interval(days => $1)', [
    expiredTokenListedDays,
  ]);
  await pool.query('delete from known_browsers where last_used_at < now() - make_interval(days => $1)', [
    knownBrowserDays,
  ]);
  await pool.query(`delete from verifications where expires_at < now() - interval '1 day'`);
}

/** Jobs that failed for the last time a month ago. */
export async function deleteFailedJobs(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
       where attempts >= max_attempts and locked_at is null and run_at < now() - interval '30 days'))`,
  );
  // Empty queues, as graphile-worker itself deletes them.
  await pool.query(
    `delete from graphile_worker._private_job_queues q where locked_at is null
       and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id)`,
  );
}
