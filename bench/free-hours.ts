// Hours without worklogs of a synthetic worker, so that writing there is never refused.

import { minuteMs } from '#domain/duration.ts';
import type { SyntheticServer } from './synthetic.ts';

export type FreeHours = {
  projectId: string;
  taskId: string;
  /** The last of these days. */
  day: string;
  /** The next free hour, going backwards, as wall times in UTC. */
  next: () => { start: string; end: string };
};

/** The days before the worker's first worklog, and a task that they may log on. */
export async function freeHours({ sql, companyId }: SyntheticServer, workerId: string): Promise<FreeHours> {
  const { rows } = await sql.query<Pick<FreeHours, 'projectId' | 'taskId' | 'day'>>(
    `select t.project_id as "projectId", t.id as "taskId",
       (select min(day) - 3 from worklogs where company_id = $1 and worker_id = $2)::text as day
     from project_workers pw join tasks t on t.company_id = pw.company_id and t.project_id = pw.project_id
     where pw.company_id = $1 and pw.user_id = $2 and t.kind = 'timed' order by t.id limit 1`,
    [companyId, workerId],
  );
  const [found] = rows;
  if (!found) throw new Error('This worker may log time for nothing.');
  // The same day in every zone.
  let hour = Date.parse(found.day) + noonMs;
  const wall = (at: number) => new Date(at).toISOString().slice(0, 16);
  const next = () => {
    hour -= 60 * minuteMs;
    return { start: wall(hour), end: wall(hour + 45 * minuteMs) };
  };
  return { ...found, next };
}

const noonMs = 12 * 60 * minuteMs;
