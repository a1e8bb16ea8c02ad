// The floors: the same SQL work by prepared statements on the same database, without HTTP, session, rights, checks or audit.

import type { Client } from 'pg';
import { newId } from '#server/db/ids.ts';

type Period = { companyId: string; projectId: string; from: string; to: string };

export async function pageAtFloor(sql: Client, { companyId, projectId, from, to }: Period): Promise<void> {
  const values = [companyId, projectId, from, to];
  await sql.query({ name: 'page', text: pageSql, values });
  await sql.query({ name: 'totals', text: totalsSql, values });
}

const within = `w.company_id = $1 and w.status <> 'deleted' and w.project_id = $2 and w.day between $3 and $4`;

const pageSql = `select w.*, p.name, p.colour, t.name, worker.name, reviewer.name
  from worklogs w
  join projects p on p.company_id = w.company_id and p.id = w.project_id
  join tasks t on t.company_id = w.company_id and t.id = w.task_id
  join users worker on worker.id = w.worker_id
  left join users reviewer on reviewer.id = w.reviewer_id
  where ${within} order by w.day desc, w.starts_at desc nulls last, w.id desc limit 50`;

const totalsSql = `select w.currency, count(*), sum(w.minutes), sum(w.amount_minor),
    count(*) filter (where w.status = 'pending'), count(*) filter (where w.status = 'approved')
  from worklogs w where ${within} group by w.currency`;

const reportSums = `count(*), sum(w.minutes), sum(w.amount_minor), sum(w.minutes) filter (where w.status = 'pending'),
    sum(w.minutes) filter (where w.status = 'approved'), sum(w.amount_minor) filter (where w.status = 'pending'),
    sum(w.amount_minor) filter (where w.status = 'approved')`;

export const reportAtFloor = (sql: Client, { companyId, from, to }: Omit<Period, 'projectId'>) =>
  sql.query({
    name: 'report',
    text: `select w.project_id, w.currency, ${reportSums} from worklogs w
      where w.company_id = $1 and w.status in ('pending', 'approved') and w.day between $2 and $3 group by 1, 2`,
    values: [companyId, from, to],
  });

export const breakdownAtFloor = (sql: Client, { companyId, projectId, from, to }: Period) =>
  sql.query({
    name: 'breakdown',
    text: `select w.task_id, w.worker_id, w.currency, ${reportSums} from worklogs w
      where w.company_id = $1 and w.status in ('pending', 'approved') and w.project_id = $2 and w.day between $3 and $4
      group by 1, 2, 3`,
    values: [companyId, projectId, from, to],
  });

type NewWorklog = {
  companyId: string;
  workerId: string;
  projectId: string;
  taskId: string;
  start: string;
  end: string;
};

export async function insertAtFloor(sql: Client, one: NewWorklog): Promise<void> {
  const id = newId();
  await sql.query('begin');
  await sql.query({
    name: 'insert-worklog',
    text: `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, starts_at, ends_at, zone, day, currency, notes)
      values ($1, $2, $3, $4, $5, 'timed', $6::timestamptz, $7::timestamptz, 'UTC', $6::date, 'EUR', 'Bench')`,
    values: [one.companyId, id, one.workerId, one.projectId, one.taskId, `${one.start}Z`, `${one.end}Z`],
  });
  await insertEvents(sql, { companyId: one.companyId, ids: [id], actorId: one.workerId, move: 'submit' });
  await sql.query('commit');
}

type Approval = { companyId: string; ids: string[]; approverId: string };

export async function approveAtFloor(sql: Client, { companyId, ids, approverId }: Approval): Promise<void> {
  await sql.query('begin');
  await sql.query({
    name: 'approve',
    text: `update worklogs set status = 'approved', version = version + 1, reviewer_id = $3, reviewed_at = now()
      where company_id = $1 and id = any($2::uuid[]) and status = 'pending'`,
    values: [companyId, ids, approverId],
  });
  await insertEvents(sql, { companyId, ids, actorId: approverId, move: 'approve' });
  await sql.query('commit');
}

const insertEvents = (
  sql: Client,
  { companyId, ids, actorId, move }: { companyId: string; ids: string[]; actorId: string; move: string },
) =>
  sql.query({
    name: 'insert-events',
    text: `insert into worklog_events (company_id, id, worklog_id, move, actor_id, version)
      select $1, e.id, w.id, $4, $3, w.version from unnest($2::uuid[], $5::uuid[]) e (worklog_id, id)
      join worklogs w on w.company_id = $1 and w.id = e.worklog_id`,
    values: [companyId, ids, actorId, move, ids.map(newId)],
  });
