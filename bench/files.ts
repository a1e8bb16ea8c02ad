// Row E: a hundred thousand worklogs as a file, compared with PostgreSQL's COPY of the same rows; the time to the first byte, the
// memory, and how soon the database is free after the client disconnected.

import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { copyOut } from '#server/db/copy-out.ts';
import type { Goal } from './goals.ts';
import { percentile, rounded } from './rounds.ts';
import type { SyntheticServer, SyntheticUser } from './synthetic.ts';

export type FileFigures = {
  row: 'E';
  work: string;
  goal: Goal;
  medianMs?: number;
  floorMs?: number;
  ratio?: number;
  memoryMiB?: number;
};

const maxRows = 100_000;
const rounds = 5;

export async function measureFiles(synthetic: SyntheticServer): Promise<FileFigures[]> {
  const reader = await synthetic.signIn('company admin', 0);
  const { from, rows } = await daysOf(synthetic);
  const pathOf = (format: string) =>
    `/reports/file?of=worklogs&style=plain&format=${format}&from=${from}&statuses=pending&statuses=approved&statuses=rejected`;
  const title = `${rows} worklogs as`;
  await read(synthetic, reader, pathOf('csv'));
  const csv = await readings(synthetic, reader, pathOf('csv'));
  const floorMs = percentile(await floorTimes(synthetic, from), 0.5);
  const workbook = await readings(synthetic, reader, pathOf('xlsx'));
  return [
    {
      row: 'E',
      work: `${title} CSV (floor: COPY to STDOUT); memory beyond the idle`,
      goal: { ratio: 2.5, memoryMiB: 30 },
      medianMs: csv.wholeMs,
      floorMs: rounded(floorMs),
      ratio: rounded(csv.wholeMs / floorMs),
      memoryMiB: csv.memoryMiB,
    },
    { row: 'E', work: 'the first byte of it', goal: { medianMs: 100 }, medianMs: csv.firstMs },
    {
      row: 'E',
      work: 'until the database is free after the reader has gone',
      goal: { medianMs: 2_000 },
      medianMs: await disconnectMs(synthetic, reader, pathOf('csv')),
    },
    {
      row: 'E',
      work: `${title} a workbook`,
      goal: { memoryMiB: 30 },
      medianMs: workbook.wholeMs,
      memoryMiB: workbook.memoryMiB,
    },
  ];
}

/** The first day that leaves about this many worklogs. */
async function daysOf({ sql, companyId }: SyntheticServer): Promise<{ from: string; rows: number }> {
  const { rows } = await sql.query<{ from: string; rows: number }>(
    `select min(day)::text as "from", count(*)::int as rows from (
       select day from worklogs where company_id = $1 and status <> 'deleted' order by day desc limit $2) newest`,
    [companyId, maxRows],
  );
  return rows[0] ?? { from: '', rows: 0 };
}

async function readings(synthetic: SyntheticServer, reader: SyntheticUser, path: string) {
  const found: Reading[] = [];
  for (let round = 0; round < rounds; round++) found.push(await read(synthetic, reader, path));
  const median = (values: number[]) =>
    rounded(
      percentile(
        values.toSorted((one, other) => one - other),
        0.5,
      ),
    );
  return {
    wholeMs: median(found.map(({ wholeMs }) => wholeMs)),
    firstMs: median(found.map(({ firstMs }) => firstMs)),
    memoryMiB: median(found.map(({ memoryMiB }) => memoryMiB)),
  };
}

type Reading = { wholeMs: number; firstMs: number; memoryMiB: number };

async function read(synthetic: SyntheticServer, reader: SyntheticUser, path: string): Promise<Reading> {
  const idle = synthetic.residentMiB();
  let highest = idle;
  const watch = setInterval(() => {
    highest = Math.max(highest, synthetic.residentMiB());
  }, 20);
  const began = performance.now();
  let firstMs = 0;
  const reply = await open(synthetic, reader, path);
  for await (const _ of reply) firstMs ||= performance.now() - began;
  clearInterval(watch);
  return { wholeMs: performance.now() - began, firstMs, memoryMiB: highest - idle };
}

function open({ baseURL, companyId }: SyntheticServer, { cookie }: SyntheticUser, path: string) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    get(`${baseURL}/api/v1/companies/${companyId}${path}`, { headers: { cookie } }, (reply) => {
      if (reply.statusCode === 200) resolve(reply);
      else reject(new Error(`${path} answered ${reply.statusCode}`));
    }).on('error', reject);
  });
}

async function disconnectMs(synthetic: SyntheticServer, reader: SyntheticUser, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const reply = await open(synthetic, reader, path);
    await new Promise((resolve) => reply.once('data', resolve));
    const left = performance.now();
    reply.destroy();
    while ((await sessionsOf(synthetic.sql)) > 0) await sleep(5);
    times.push(performance.now() - left);
  }
  return rounded(
    percentile(
      times.toSorted((one, other) => one - other),
      0.5,
    ),
  );
}

async function sessionsOf(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where application_name = 'daybook files'`,
  );
  return rows[0]?.count ?? 0;
}

async function floorTimes(synthetic: SyntheticServer, from: string): Promise<number[]> {
  const sql = await synthetic.connect();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const statement = { sql: floorSql, parameters: [synthetic.companyId, from] };
    for await (const _ of copyOut(sql, statement, new AbortController().signal));
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}

/** COPY of the same rows and columns. */
const floorSql = `select w.id, w.day, worker.name, w.worker_id, p.name, w.project_id, t.name, w.task_id, w.kind, w.status,
    w.starts_at, w.ends_at, w.zone, w.minutes, w.amount_minor, w.currency, w.notes, w.submitted_at, reviewer.name,
    delegator.name, w.reviewed_at, w.review_notes
  from worklogs w
  join projects p on p.company_id = w.company_id and p.id = w.project_id
  join tasks t on t.company_id = w.company_id and t.id = w.task_id
  join users worker on worker.id = w.worker_id
  left join users reviewer on reviewer.id = w.reviewer_id
  left join users delegator on delegator.id = w.reviewed_for
  where w.company_id = $1 and w.status <> 'deleted' and w.day >= $2
  order by w.day, w.starts_at nulls first, w.id`;
