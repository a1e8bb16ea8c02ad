// The demo company with a hundred thousand worklogs more, and programs that use it: over HTTP as a browser does, and by
// prepared statements on the same database, which is the floor.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { withDemo } from './demo.ts';

export type FullCompany = {
  baseURL: string;
  companyId: string;
  /** Sees and writes what the demo company owns. */
  sql: pg.Client;
  signIn: (name: string) => Promise<Person>;
  /** Seconds of processor time that the server's process has used so far; its database not included. */
  cpuSeconds: () => number;
};

export type Person = {
  userId: string;
  cookie: string;
  send: <T>(method: string, path: string, body?: unknown) => Promise<T>;
};

export const crowdWorkers = 200;
const crowdDays = 250;
const shiftsADay = 2;
export const crowdWorklogs = crowdWorkers * crowdDays * shiftsADay;

export const withFullCompany = <T>(port: number, work: (company: FullCompany) => Promise<T>): Promise<T> =>
  withDemo(port, async (baseURL, folder) => {
    const lines = readFileSync(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    const sql = new pg.Client({ host: lines[4], port: 5432, database: 'daybook', user: 'daybook_owner' });
    await sql.connect();
    try {
      const companyId = await fill(sql);
      return await work({
        baseURL,
        companyId,
        sql,
        signIn: (name) => signIn(sql, baseURL, companyId, name),
        cpuSeconds: cpuOf(serverOf(folder)),
      });
    } finally {
      await sql.end();
    }
  });

/** Workers of the crowd log two shifts a day; nine of ten are approved, the newest wait. Deterministic. */
async function fill(sql: pg.Client): Promise<string> {
  await sql.query('set row_security = on');
  const { rows } = await sql.query<{ id: string }>(
    `select set_config('app.user_id', id::text, false) as id from users where name = 'Dewi Lestari'`,
  );
  const own = await sql.query<{ companyId: string }>(
    `select company_id as "companyId" from members where user_id = $1`,
    [rows[0]?.id],
  );
  const companyId = own.rows[0]?.companyId ?? '';
  await sql.query(`select set_config('app.company_id', $1, false)`, [companyId]);
  await sql.query(
    `with people as (
       insert into users (id, name, email, email_verified)
       select gen_random_uuid(), 'Crowd ' || lpad(n::text, 4, '0'), 'crowd' || n || '@example.test', true
       from generate_series(1, ${crowdWorkers}) n returning id)
     insert into members (company_id, user_id, role) select $1, id, 'worker' from people`,
    [companyId],
  );
  await sql.query(
    `update projects set for_everyone = true, starts_on = null, ends_on = null, archived_at = null where company_id = $1`,
    [companyId],
  );
  await sql.query('update tasks set closed_at = null where company_id = $1', [companyId]);
  await sql.query(
    `create temporary table crowd_tasks as
     select row_number() over (order by project_id, id) - 1 as place, project_id, id
     from tasks where company_id = $1 and kind = 'timed'`,
    [companyId],
  );
  await sql.query(
    `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, status, starts_at, ends_at, zone, day,
       currency, notes, reviewer_id, reviewed_at)
     select $1, gen_random_uuid(), m.user_id, t.project_id, t.id, 'timed', s.status,
       s.starts_at, s.starts_at + interval '3 hours 30 minutes', 'Asia/Jakarta', (s.starts_at at time zone 'Asia/Jakarta')::date,
       'IDR', 'Work of the crowd', case s.status when 'approved' then $2::uuid end, case s.status when 'approved' then now() end
     from (select user_id, row_number() over (order by user_id) as n from members m
           join users u on u.id = m.user_id where m.company_id = $1 and u.name like 'Crowd %') m
     cross join generate_series(1, ${crowdDays}) day
     cross join generate_series(0, ${shiftsADay - 1}) shift
     cross join lateral (select
       ((now() at time zone 'Asia/Jakarta')::date - day + time '08:00' + shift * interval '5 hours') at time zone 'Asia/Jakarta' as starts_at,
       case when day <= ${crowdDays / 10} then 'pending' else 'approved' end as status) s
     join crowd_tasks t on t.place = (m.n * 7 + day * 3 + shift) % (select count(*) from crowd_tasks)`,
    [companyId, rows[0]?.id],
  );
  await sql.query(
    `insert into worklog_events (company_id, id, worklog_id, move, actor_id, version)
     select w.company_id, gen_random_uuid(), w.id, 'submit', w.worker_id, 1
     from worklogs w where w.company_id = $1 and w.notes = 'Work of the crowd'`,
    [companyId],
  );
  await sql.query('vacuum analyze');
  return companyId;
}

async function signIn(sql: pg.Client, baseURL: string, companyId: string, name: string): Promise<Person> {
  const { rows } = await sql.query<{ id: string }>('select id from users where name = $1', [name]);
  const userId = rows[0]?.id ?? '';
  const answer = await fetch(`${baseURL}/demo/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ userId }),
    headers: { origin: baseURL },
    redirect: 'manual',
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return {
    userId,
    cookie,
    send: async (method, path, body) => {
      const reply = await fetch(`${baseURL}/api/v1/companies/${companyId}${path}`, {
        method,
        headers: {
          cookie,
          origin: baseURL,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
      return reply.json();
    },
  };
}

/** The process that serves the data of that folder. */
function serverOf(folder: string): string {
  const isServer = (pid: string) => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripts/start.js') &&
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder)
      );
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').find((name) => /^\d+$/.test(name) && isServer(name)) ?? '';
}

const ticksPerSecond = 100;

const cpuOf = (pid: string) => (): number => {
  // After the name, which may hold spaces: utime and stime are the 12th and 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};
