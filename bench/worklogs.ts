// What the worklogs and the approvals cost the server, with a hundred thousand worklogs in the company: each figure beside
// its floor, which is the same SQL by prepared statements on the same database without HTTP, session, rights or checks.

import { loadNow } from './demo.ts';
import { type FullCompany, type Person, withFullCompany } from './full-company.ts';

export type WorklogFigures = {
  work: string;
  medianMs: number;
  p95Ms: number;
  floorMs: number;
  ratio: number;
  cpuMsEach: number;
  goal: string;
  load: number;
};

type Listed = { worklogs: { id: string; version: number }[] };
type Round = () => Promise<unknown>;
type Work = { work: string; goal: string; rounds: number; request: Round; floor: Round };

export const measureWorklogs = (port: number): Promise<WorklogFigures[]> =>
  withFullCompany(port, async (company) => {
    const approver = await company.signIn('Dewi Lestari');
    const worker = await company.signIn('Crowd 0007');
    const found: WorklogFigures[] = [];
    for (const work of await worksOf(company, approver, worker)) found.push(await measure(company, work));
    return found;
  });

async function worksOf(company: FullCompany, approver: Person, worker: Person): Promise<Work[]> {
  const { sql, companyId } = company;
  const { rows } = await sql.query<{ projectId: string; taskId: string }>(
    `select project_id as "projectId", id as "taskId" from crowd_tasks where place = 0`,
  );
  const { projectId = '', taskId = '' } = rows[0] ?? {};
  const to = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
  const from = new Date(Date.parse(to) - 30 * 86_400_000).toISOString().slice(0, 10);
  const pending = await waitingIds(company);
  const take = (count: number) => pending.splice(0, count).map((id) => ({ id, version: 1 }));
  const decide = (count: number) => () =>
    approver.send('POST', '/decisions', { decision: 'approve', worklogs: take(count) });
  const old = days();
  const atFloor = days(1);
  return [
    {
      work: 'one page of 50, project and month, with totals',
      goal: '≤ 3× (p95 ≤ 10 ms)',
      rounds: 200,
      request: () =>
        approver.send<Listed>('GET', `/worklogs?projectIds=${projectId}&from=${from}&to=${to}&pageSize=50`),
      floor: async () => {
        const values = [companyId, projectId, from, to];
        await sql.query({ name: 'page', text: pageSql, values });
        await sql.query({ name: 'totals', text: totalsSql, values });
      },
    },
    {
      work: 'create one, with its event',
      goal: '≤ 5×',
      rounds: 200,
      request: () => {
        const day = old.next().value;
        return worker.send('POST', '/worklogs', { taskId, start: `${day}T08:00`, end: `${day}T11:30`, notes: 'Bench' });
      },
      floor: () => insertOne(company, { workerId: worker.userId, projectId, taskId, day: atFloor.next().value }),
    },
    {
      work: 'approve 1, with its event',
      goal: '≤ 5×',
      rounds: 100,
      request: decide(1),
      floor: approveAtFloor(company, approver, take, 1),
    },
    {
      work: 'approve 100, each with its event',
      goal: '≤ 2×',
      rounds: 10,
      request: decide(100),
      floor: approveAtFloor(company, approver, take, 100),
    },
    {
      work: 'a step of the review: decide, then the next with its history and day',
      goal: 'within a frame of thought: ≤ 100 ms',
      rounds: 100,
      request: async () => {
        await decide(1)();
        const next = pending[0] ?? '';
        const { worklog } = await approver.send<{ worklog: { workerId: string; day: string } }>(
          'GET',
          `/worklogs/${next}`,
        );
        await approver.send(
          'GET',
          `/worklogs?workerIds=${worklog.workerId}&from=${worklog.day}&to=${worklog.day}&sort=oldest&pageSize=100`,
        );
      },
      floor: approveAtFloor(company, approver, take, 1),
    },
  ];
}

async function measure(company: FullCompany, { work, goal, rounds, request, floor }: Work): Promise<WorklogFigures> {
  for (let warmUp = 0; warmUp < Math.min(10, rounds); warmUp++) await request();
  const cpuBefore = company.cpuSeconds();
  const times = await timesOf(request, rounds);
  const cpuMsEach = ((company.cpuSeconds() - cpuBefore) * 1_000) / rounds;
  const floorMs = at(await timesOf(floor, rounds), 0.5);
  const medianMs = at(times, 0.5);
  return {
    work,
    medianMs: rounded(medianMs),
    p95Ms: rounded(at(times, 0.95)),
    floorMs: rounded(floorMs),
    ratio: rounded(medianMs / floorMs),
    cpuMsEach: rounded(cpuMsEach),
    goal,
    load: loadNow(),
  };
}

async function timesOf(round: Round, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const began = performance.now();
    await round();
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
const rounded = (value: number): number => Number(value.toFixed(2));

/** Days on which the crowd has logged nothing. */
function* days(shift = 0): Generator<string, string> {
  for (let index = 0; ; index++) {
    yield new Date(Date.UTC(2020, 0, 1 + index * 2 + shift)).toISOString().slice(0, 10);
  }
}

async function waitingIds({ sql, companyId }: FullCompany): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from worklogs where company_id = $1 and status = 'pending' and notes = 'Work of the crowd'
     order by md5(id::text)`,
    [companyId],
  );
  return rows.map(({ id }) => id);
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

type NewWorklog = { workerId: string; projectId: string; taskId: string; day: string };

async function insertOne({ sql, companyId }: FullCompany, one: NewWorklog): Promise<void> {
  const id = crypto.randomUUID();
  await sql.query('begin');
  await sql.query({
    name: 'insert-worklog',
    text: `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, starts_at, ends_at, zone, day, currency, notes)
      values ($1, $2, $3, $4, $5, 'timed', $6::date + time '01:00', $6::date + time '04:30', 'Asia/Jakarta', $6::date, 'IDR', 'Bench')`,
    values: [companyId, id, one.workerId, one.projectId, one.taskId, one.day],
  });
  await insertEvents({ sql, companyId }, [id], one.workerId, 'submit');
  await sql.query('commit');
}

const insertEvents = (
  { sql, companyId }: Pick<FullCompany, 'sql' | 'companyId'>,
  ids: string[],
  actorId: string,
  move: string,
) =>
  sql.query({
    name: 'insert-events',
    text: `insert into worklog_events (company_id, id, worklog_id, move, actor_id, version)
      select $1, gen_random_uuid(), id, $4, $3, 2 from unnest($2::uuid[]) id`,
    values: [companyId, ids, actorId, move],
  });

const approveAtFloor =
  (company: FullCompany, approver: Person, take: (count: number) => { id: string }[], count: number): Round =>
  async () => {
    const ids = take(count).map(({ id }) => id);
    await company.sql.query('begin');
    await company.sql.query({
      name: 'approve',
      text: `update worklogs set status = 'approved', version = version + 1, reviewer_id = $3, reviewed_at = now()
        where company_id = $1 and id = any($2::uuid[]) and status = 'pending'`,
      values: [company.companyId, ids, approver.userId],
    });
    await insertEvents(company, ids, approver.userId, 'approve');
    await company.sql.query('commit');
  };
