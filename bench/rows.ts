// Rows A to D: the requests and their floors. A lane is one of several concurrent connections.

import type pg from 'pg';
import { approveAtFloor, breakdownAtFloor, insertAtFloor, pageAtFloor, reportAtFloor } from './floors.ts';
import { freeHours } from './free-hours.ts';
import type { Goal } from './goals.ts';
import type { Round } from './rounds.ts';
import type { SyntheticServer, SyntheticUser } from './synthetic.ts';

export type BenchRow = {
  row: string;
  work: string;
  goal: Goal;
  /** Repetitions of the request, out of a hundred: slow ones are repeated less often. */
  weight: number;
  request: (lane: number) => Promise<Round>;
  floor: (sql: pg.Client, lane: number) => Promise<Round>;
};

export async function benchRowsOf(synthetic: SyntheticServer): Promise<BenchRow[]> {
  const approver = await synthetic.signIn('timesheet approver', 0);
  return [
    ...(await readingRows(synthetic, approver)),
    creatingRow(synthetic),
    ...(await decidingRows(synthetic, approver)),
  ];
}

async function readingRows({ sql, companyId, signIn }: SyntheticServer, approver: SyntheticUser): Promise<BenchRow[]> {
  const admin = await signIn('company admin', 0);
  const { rows } = await sql.query<{ projectId: string; to: string }>(
    `select project_id as "projectId", (max(day) - 40)::text as to from worklogs where company_id = $1
     group by 1 order by count(*) desc limit 1`,
    [companyId],
  );
  const { projectId = '', to = '' } = rows[0] ?? {};
  const daysBefore = (days: number) => new Date(Date.parse(to) - days * 86_400_000).toISOString().slice(0, 10);
  const month = { companyId, projectId, from: daysBefore(30), to };
  const year = { companyId, projectId, from: daysBefore(364), to };
  const ask = (person: SyntheticUser, path: string) => async () => () => person.send('GET', path);
  const within = ({ from, to: last }: { from: string; to: string }) => `from=${from}&to=${last}`;
  return [
    {
      row: 'A',
      work: 'one page of 50, project and month, with totals over the filter',
      goal: { ratio: 3, p95Ms: 10, share: 0.3 },
      weight: 100,
      request: ask(approver, `/worklogs?projectIds=${projectId}&${within(month)}&pageSize=50`),
      floor: async (on) => () => pageAtFloor(on, month),
    },
    {
      row: 'C1',
      work: 'hours and money by project over a year (floor: the raw scan)',
      goal: { ratio: 0.2 },
      weight: 20,
      request: ask(admin, `/reports?${within(year)}`),
      floor: async (on) => () => reportAtFloor(on, year),
    },
    {
      row: 'C2',
      work: 'project, task, worker for one project and year',
      goal: { ratio: 3, share: 0.5 },
      weight: 20,
      request: ask(admin, `/reports/breakdown?projectIds=${projectId}&${within(year)}`),
      floor: async (on) => () => breakdownAtFloor(on, year),
    },
  ];
}

/** Each lane is another worker, because writers of one worker would wait for each other. */
function creatingRow(synthetic: SyntheticServer): BenchRow {
  const { companyId } = synthetic;
  return {
    row: 'B',
    work: 'create one, validated, conflict-checked, with its event',
    goal: { ratio: 5, share: 0.2 },
    weight: 100,
    request: async (lane) => {
      const worker = await synthetic.signIn('worker', lane);
      const { taskId, next } = await freeHours(synthetic, worker.userId);
      return () => worker.send('POST', '/worklogs', { taskId, ...next(), zone: 'UTC', notes: 'Bench' });
    },
    floor: async (on, lane) => {
      const { userId: workerId } = await synthetic.signIn('worker', lane + 20);
      const { projectId, taskId, next } = await freeHours(synthetic, workerId);
      return () => insertAtFloor(on, { companyId, workerId, projectId, taskId, ...next() });
    },
  };
}

async function decidingRows({ sql, companyId }: SyntheticServer, approver: SyntheticUser): Promise<BenchRow[]> {
  const { rows: waiting } = await sql.query<{ id: string; version: number }>(
    `select id, version from worklogs where company_id = $1 and status = 'pending' and worker_id <> $2 order by md5(id::text)`,
    [companyId, approver.userId],
  );
  const take = (count: number) => {
    if (waiting.length < count) throw new Error('Too few worklogs are waiting: load a new synthetic company.');
    return waiting.splice(0, count);
  };
  const approve = (count: number) =>
    approver.send('POST', '/decisions', { decision: 'approve', worklogs: take(count) });
  const atFloor = (count: number) => async (on: pg.Client) => () =>
    approveAtFloor(on, { companyId, ids: take(count).map(({ id }) => id), approverId: approver.userId });
  return [
    {
      row: 'D',
      work: 'approve 1, with its event',
      goal: { ratio: 5 },
      weight: 50,
      request: async () => () => approve(1),
      floor: atFloor(1),
    },
    {
      row: 'D',
      work: 'approve 100, each with its event',
      goal: { ratio: 2 },
      weight: 5,
      request: async () => () => approve(100),
      floor: atFloor(100),
    },
    {
      row: 'D',
      work: 'a step of the review: decide, then the next with its history and day',
      goal: { medianMs: 100 },
      weight: 50,
      request: async () => async () => {
        await approve(1);
        const { worklog } = await approver.send<{ worklog: { workerId: string; day: string } }>(
          'GET',
          `/worklogs/${waiting[0]?.id}`,
        );
        const { workerId, day } = worklog;
        await approver.send('GET', `/worklogs?workerIds=${workerId}&from=${day}&to=${day}&sort=oldest&pageSize=100`);
      },
      floor: atFloor(1),
    },
  ];
}
