// What the database says about the whole installation: the job queue, mails that failed, notices and sums that wait for their job.
// As the owner of the schema, outside of any company.

import type { Pool } from 'pg';

export type JobCount = {
  task: string;
  /** `scheduled` is due later, retries included; `failed` has no attempts left. */
  state: 'due' | 'running' | 'scheduled' | 'failed';
  count: number;
};

export type InstallationFigures = {
  jobs: readonly JobCount[];
  /** How long the oldest due job waits; 0 if none does. */
  oldestDueSeconds: number;
  noticesWaiting: number;
  /** At most `maxCountedChanges`. */
  unfoldedSums: number;
};

const maxCountedChanges = 1_000_000;

export async function readInstallation(pool: Pool): Promise<InstallationFigures> {
  const [jobs, figures] = await Promise.all([
    pool.query<JobCount & { oldestDueSeconds: number }>(jobsQuery),
    pool.query<{ noticesWaiting: number; unfoldedSums: number }>(
      `select (select count(*) from notices) as "noticesWaiting",
         (select count(*) from (select 1 from sum_changes limit $1) counted) as "unfoldedSums"`,
      [maxCountedChanges],
    ),
  ]);
  const { noticesWaiting = 0, unfoldedSums = 0 } = figures.rows[0] ?? {};
  return {
    jobs: jobs.rows.map(({ task, state, count }) => ({ task, state, count })),
    oldestDueSeconds: Math.max(0, ...jobs.rows.map((row) => row.oldestDueSeconds)),
    noticesWaiting,
    unfoldedSums,
  };
}

const jobsQuery = `
  select task, state, count(*) as count,
    coalesce(extract(epoch from now() - min(run_at) filter (where state = 'due')), 0)::float8 as "oldestDueSeconds"
  from (
    select t.identifier as task, j.run_at,
      case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed'
        when j.run_at > now() then 'scheduled' else 'due' end as state
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  ) jobs
  group by task, state order by task, state`;
