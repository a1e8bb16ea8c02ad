// Clients that submit worklogs until they are stopped, as the contract asks of clients: each request has an idempotency key and is
// repeated with it after a lost connection, 429, 502, 503 or 504. They keep the ids that were acknowledged to them.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { addDays } from '#domain/calendar.ts';
import type { Random } from '#seed/random.ts';
import { figuresOf } from './pace.ts';
import { type Answer, ask, type SignedIn, signInMembers } from './people.ts';

export type Load = {
  acknowledged(): number;
  /** Completes the running requests; then nothing is written any more. */
  stop(): Promise<LoadFigures>;
};

export type LoadFigures = {
  acknowledged: ReadonlySet<string>;
  gapMs: number;
  /** Of the last attempts of requests. */
  p99Ms: number;
  /** Responses that ended no attempt: how often each status was received; 0 is a lost connection. */
  repeated: Readonly<Record<number, number>>;
  /** Responses that the server had stored for a repetition. */
  replayed: number;
  /** Refusals with their code, which no fault may cause. */
  refused: Readonly<Record<string, number>>;
};

type Lane = { address: string; person: SignedIn; taskId: string };

const retried = new Set([0, 429, 502, 503, 504]);
const retryMs = 50;
/** After the end of the fault, for the last attempts. */
const patienceMs = 60_000;

export async function startLoad(
  superuser: pg.Client,
  address: string | readonly string[],
  { lanes = 8, pauseMs = 5, random }: { lanes?: number; pauseMs?: number; random: Random },
): Promise<Load> {
  const addresses = [address].flat();
  const people = await signInMembers(superuser, 'worker', lanes);
  const taskId = await openTask(superuser, people[0]);
  const acknowledged = new Set<string>();
  const answers: Answer[] = [];
  const repeated: Record<number, number> = {};
  const refused: Record<string, number> = {};
  let last = performance.now();
  let gapMs = 0;
  let replayed = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  const arrived = () => {
    gapMs = Math.max(gapMs, performance.now() - last);
    last = performance.now();
  };
  const submit = async (lane: Lane, number: number) => {
    const key = randomUUID();
    for (;;) {
      const answer = await ask({ ...lane, headers: { 'idempotency-key': key } }, 'POST', ...entry(lane, number));
      if (answer.status === 200) {
        arrived();
        answers.push(answer);
        if (answer.headers['idempotent-replayed']) replayed += 1;
        return acknowledged.add(idIn(answer));
      }
      if (!retried.has(answer.status)) return count(refused, `${answer.status} ${codeIn(answer)}`);
      count(repeated, answer.status);
      if (performance.now() > endsAt + patienceMs) return count(refused, 'never answered');
      await sleep(retryMs * (0.5 + random.next()));
    }
  };
  const running = people.map(async (person, index) => {
    const lane = { person, taskId, address: addresses[index % addresses.length] ?? '' };
    for (let number = 0; performance.now() < endsAt; number += 1) {
      await submit(lane, number);
      await sleep(pauseMs * 2 * random.next());
    }
  });
  return {
    acknowledged: () => acknowledged.size,
    stop: async () => {
      endsAt = performance.now();
      await Promise.all(running);
      return { acknowledged, gapMs: Math.round(gapMs), p99Ms: figuresOf(answers).p99Ms, repeated, replayed, refused };
    },
  };
}

/** Half an hour each, in a year without other worklogs. */
function entry({ person, taskId }: Lane, number: number): [string, object] {
  const day = addDays('2001-01-01', Math.floor(number / 23));
  const hour = number % 23;
  const at = (minute: number) => `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const body = { taskId, zone: 'UTC', start: at(0), end: at(30), notes: `${marker} ${person.id} ${number}` };
  return [`/companies/${person.companyId}/worklogs`, body];
}

const marker = 'fault';

/** What the database contains of it, and whether it is consistent. */
export async function compare(superuser: pg.Client, { acknowledged }: LoadFigures) {
  const { rows } = await superuser.query<{ id: string; notes: string; events: number }>(
    `select w.id, w.notes, (select count(*)::int from worklog_events e where e.company_id = w.company_id and e.worklog_id = w.id) as events
     from worklogs w where w.notes like $1`,
    [`${marker} %`],
  );
  const stored = new Set(rows.map(({ id }) => id));
  return {
    stored: rows.length,
    lost: [...acknowledged].filter((id) => !stored.has(id)).length,
    duplicates: rows.length - new Set(rows.map(({ notes }) => notes)).size,
    withoutEvent: rows.filter(({ events }) => events !== 1).length,
  };
}

/** A task on which everybody may log time. */
export async function openTask(superuser: pg.Client, person: SignedIn | undefined): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>(
    `select t.id from tasks t join projects p on p.company_id = t.company_id and p.id = t.project_id
     where t.company_id = $1 and t.kind = 'timed' and p.archived_at is null order by t.id limit 1`,
    [person?.companyId],
  );
  await superuser.query(
    `update projects set for_everyone = true where company_id = $1 and id = (select project_id from tasks where company_id = $1 and id = $2)`,
    [person?.companyId, rows[0]?.id],
  );
  return rows[0]?.id ?? '';
}

const count = <K extends string | number>(counts: Record<K, number>, key: K) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

const idIn = ({ body }: Answer): string => String(JSON.parse(body).id);
const codeIn = ({ body }: Answer): string => /"code":"([\w.-]+)"/.exec(body)?.[1] ?? '';
