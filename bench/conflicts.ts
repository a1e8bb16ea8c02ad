// Concurrent writers (R02 and R03 of docs/attack-cases.md): two hundred rounds of fifty requests that write the same hour in every
// possible way, and two hundred rounds of five deciders on one worklog. The results are counted in the database, not in the
// responses.

import { isObject, raceForOneHour, type Send } from '#tests/support/concurrent-writers.ts';
import { freeHours } from './free-hours.ts';
import { type SyntheticOptions, type SyntheticServer, type SyntheticUser, withSyntheticServer } from './synthetic.ts';

export type ConflictFigures = {
  race: string;
  rounds: number;
  tried: number;
  winners: number;
  overlapsInTheTable: number;
  faults: number;
  deadlocks: number;
  seconds: number;
};

const rounds = 200;
const writers = 50;
const deciders = 5;
/** Earlier than all synthetic worklogs; every second day, because a round also uses the day before. */
const firstDay = Date.parse('2019-01-01');
const dayOfRound = (round: number): string => new Date(firstDay + round * 2 * 86_400_000).toISOString().slice(0, 10);

export const measureConflicts = (options: SyntheticOptions & { port: number }): Promise<ConflictFigures[]> =>
  withSyntheticServer(options, async (company) => {
    const person = await company.signIn('worker', 0);
    const worker = senderOf(company, person);
    const approver = senderOf(company, await company.signIn('timesheet approver', 0));
    const { taskId } = await freeHours(company, person.userId);
    return [
      await counted(company, 'writers of one hour', (round) =>
        raceForOneHour({ worker, approver, taskId, day: dayOfRound(round) }, writers),
      ),
      await counted(company, 'deciders of one worklog', (round) =>
        decideAtOnce(worker, approver, taskId, dayOfRound(rounds + round)),
      ),
    ];
  });

type Round = { tried: number; winners: number; faults: number };

async function counted(company: SyntheticServer, race: string, run: (round: number) => Promise<Round>) {
  const began = performance.now();
  const before = await deadlocksIn(company);
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) done.push(await run(round));
  const sum = (field: keyof Round) => done.reduce((total, one) => total + one[field], 0);
  return {
    race,
    rounds,
    tried: sum('tried'),
    winners: sum('winners'),
    overlapsInTheTable: await overlapsIn(company),
    faults: sum('faults'),
    deadlocks: (await deadlocksIn(company)) - before,
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

async function decideAtOnce(worker: Send, approver: Send, taskId: string, day: string): Promise<Round> {
  const { body } = await worker('POST', '/worklogs', { taskId, start: `${day}T09:00`, end: `${day}T11:00` });
  const id = isObject(body) ? String(body.id) : '';
  const responses = await Promise.all(
    Array.from({ length: deciders }, (_, index) =>
      approver('POST', '/decisions', {
        decision: index % 2 === 0 ? 'approve' : 'reject',
        notes: 'At once',
        worklogs: [{ id, version: 1 }],
      }),
    ),
  );
  const codes = responses.map((response) => {
    const [first]: unknown[] =
      isObject(response.body) && Array.isArray(response.body.results) ? response.body.results : [];
    return isObject(first) ? first.code : response.status;
  });
  return {
    tried: deciders,
    winners: codes.filter((code) => code === null).length,
    faults: responses.filter(({ status }) => status >= 500).length,
  };
}

function senderOf({ baseURL, companyId }: SyntheticServer, { cookie }: SyntheticUser): Send {
  return async (method, path, body) => {
    const reply = await fetch(`${baseURL}/api/v1/companies/${companyId}${path}`, {
      method,
      headers: { cookie, origin: baseURL, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.json() };
  };
}

async function overlapsIn({ sql, companyId }: SyntheticServer): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from worklogs a join worklogs b
       on a.company_id = b.company_id and a.worker_id = b.worker_id and a.id < b.id
       and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
     where a.company_id = $1 and a.kind = 'timed' and b.kind = 'timed' and a.day < '2022-01-01' and b.day < '2022-01-01'
       and a.status in ('pending', 'approved') and b.status in ('pending', 'approved')`,
    [companyId],
  );
  return rows[0]?.count ?? -1;
}

async function deadlocksIn({ sql }: SyntheticServer): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.count ?? -1;
}
