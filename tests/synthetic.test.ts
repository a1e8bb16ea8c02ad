// The synthetic company of the bench: a small one, loaded like the large ones. Constraints and triggers are off while it is
// loaded, so the test checks them afterwards, as a role that sees all rows.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Move, moves } from '#domain/worklogs.ts';
import { loadSynthetic } from '#seed/synthetic/load.ts';
import { planCompanies } from '#seed/synthetic/plan.ts';
import { syntheticWorklogs } from '#seed/synthetic/worklogs.ts';
import { cloneDatabase, openSuperuserPool, type TestDatabase } from './support/database.ts';
import { overlapsIn } from './support/overlaps.ts';
import { differencesOfReplay } from './support/replay-events.ts';

// Loading takes a second; generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const size = { seed: 7, worklogs: 5_000, companies: 2, until: '2026-11-20' };
const opened: { database: TestDatabase; superuser: pg.Pool }[] = [];

async function emptyDatabase() {
  const database = await cloneDatabase();
  const one = { database, superuser: openSuperuserPool(database) };
  opened.push(one);
  return one;
}

async function loaded(seed: number) {
  const { database, superuser } = await emptyDatabase();
  const guardsBefore = await guardsOf(superuser);
  await loadSynthetic({ owner: database.owner, size: { ...size, seed } });
  return { database, superuser, guardsBefore };
}

let synthetic: Awaited<ReturnType<typeof loaded>>;
beforeAll(async () => {
  synthetic = await loaded(size.seed);
});
afterAll(async () => {
  for (const { database, superuser } of opened) {
    await superuser.end();
    await database.drop();
  }
});

/** Everything that prevents wrong rows: indexes, constraints, triggers, policies of row-level security. */
async function guardsOf(superuser: pg.Pool) {
  const { rows } = await superuser.query(
    `select pg_get_indexdef(indexrelid) as guard from pg_index where indrelid::regclass::text not like 'pg_%' and indrelid::regclass::text not like 'graphile%'
     union all select conrelid::regclass::text || ' ' || conname::text || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
     union all select tgname::text || tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select relname::text || relrowsecurity || relforcerowsecurity from pg_class where relkind = 'r' order by 1`,
  );
  return rows;
}

const counted = async (superuser: pg.Pool, condition: string): Promise<number> => {
  const { rows } = await superuser.query<{ count: number }>(
    `select count(*)::int as count from worklogs w join companies c on c.id = w.company_id
     join members m on m.company_id = w.company_id and m.user_id = w.worker_id
     join tasks t on t.company_id = w.company_id and t.id = w.task_id where ${condition}`,
  );
  return rows[0]?.count ?? -1;
};

const fingerprintOf = async (superuser: pg.Pool): Promise<string> => {
  const tables = ['users', 'companies', 'members', 'projects', 'tasks', 'worklogs', 'worklog_events'];
  const hashes = tables.map(async (table) => {
    const { rows } = await superuser.query<{ hash: string }>(
      `select md5(string_agg(md5((to_jsonb(t) - 'updated_at' - 'joined_at')::text), '' order by t::text collate "C")) as hash from ${table} t`,
    );
    return rows[0]?.hash;
  });
  return (await Promise.all(hashes)).join(' ');
};

test('has exactly the requested number of worklogs, shared by its companies, and all constraints are restored', async () => {
  const { rows } = await synthetic.superuser.query('select count(*)::int as count from worklogs group by company_id');
  expect(rows).toEqual([{ count: 2_500 }, { count: 2_500 }]);
  expect(await guardsOf(synthetic.superuser)).toEqual(synthetic.guardsBefore);
});

test('the same seed generates the same rows, another seed different ones', async () => {
  const again = await loaded(size.seed);
  expect(await fingerprintOf(again.superuser)).toBe(await fingerprintOf(synthetic.superuser));
  const [other] = syntheticWorklogs({ ...size, seed: 8 }, planCompanies({ ...size, seed: 8 }));
  const [same] = syntheticWorklogs(size, planCompanies(size));
  expect(await counted(synthetic.superuser, `w.id = '${same?.id}'`)).toBe(1);
  expect(await counted(synthetic.superuser, `w.id = '${other?.id}'`)).toBe(0);
});

test('no worklogs of a worker overlap, and each day is a company day, across zones, nights and clock changes', async () => {
  expect(await overlapsIn(synthetic)).toEqual({ pairs: 0, unconfirmed: 0 });
  const atHome = '(w.starts_at at time zone c.time_zone)::date';
  expect(await counted(synthetic.superuser, `w.kind = 'timed' and w.day <> ${atHome}`)).toBe(0);
  expect(
    await counted(synthetic.superuser, `w.kind = 'timed' and (w.starts_at at time zone w.zone)::date <> ${atHome}`),
  ).toBeGreaterThan(0);
  expect(
    await counted(synthetic.superuser, `extract(hour from w.starts_at at time zone w.zone) in (22, 23, 0, 1, 2, 3)`),
  ).toBeGreaterThan(0);
  expect(await counted(synthetic.superuser, `w.zone <> c.time_zone`)).toBeGreaterThan(100);
});

test('the status of each worklog follows from its events, all of which the product allows', async () => {
  const { rows } = await synthetic.superuser.query<{
    id: string;
    status: string;
    version: number;
    moves: Move[];
    inOrder: boolean;
  }>(
    `select w.id, w.status, w.version, array_agg(e.move order by e.version) as moves,
       array_agg(e.version order by e.id) = array(select generate_series(1, w.version)) and array_agg(e.id order by e.id) = array_agg(e.id order by e.at) as "inOrder"
     from worklogs w join worklog_events e on e.company_id = w.company_id and e.worklog_id = w.id group by w.company_id, w.id`,
  );
  expect(rows).toHaveLength(size.worklogs);
  for (const row of rows) {
    expect(row).toMatchObject({ version: row.moves.length, inOrder: true, status: stateAfter(row.moves) });
  }
  const made = new Set(rows.flatMap((row) => row.moves));
  expect([...made].sort()).toEqual(['amend', 'approve', 'reject', 'reopen', 'submit', 'withdraw']);
});

test('replaying the events of a worklog gives its row', async () => {
  expect(await differencesOfReplay(synthetic.superuser)).toEqual({ differing: [], worklogs: size.worklogs });
});

function stateAfter(made: readonly Move[]): string {
  let state = '';
  for (const move of made) {
    const { from, to } = moves[move];
    if (state !== '') expect(from).toContain(state);
    state = to;
  }
  return state;
}

test('old worklogs are decided, most of the last week’s are pending, and there are expenses in each company’s currency', async () => {
  const newest = await counted(synthetic.superuser, `w.day > '2026-11-13'`);
  expect(await counted(synthetic.superuser, `w.day > '2026-11-13' and w.status = 'pending'`)).toBeGreaterThan(
    newest / 2,
  );
  const old = await counted(synthetic.superuser, `w.day < '2026-10-01'`);
  expect(await counted(synthetic.superuser, `w.day < '2026-10-01' and w.status = 'approved'`)).toBeGreaterThan(
    old * 0.9,
  );
  expect(
    await counted(synthetic.superuser, `w.kind = 'expense' and w.amount_minor > 0 and w.currency = c.currency`),
  ).toBeGreaterThan(100);
  expect(await counted(synthetic.superuser, `w.currency <> c.currency or w.kind <> t.kind`)).toBe(0);
});

test('a few projects have most of the worklogs, and workers log only on their own projects', async () => {
  const { rows } = await synthetic.superuser.query<{ share: number }>(
    `select sum(count) filter (where place <= 20)::float / sum(count) as share from (
       select count(*), row_number() over (partition by company_id order by count(*) desc) as place from worklogs group by company_id, project_id) p`,
  );
  expect(rows[0]?.share).toBeGreaterThan(0.6);
  const isOwn = `exists (select from project_workers pw where pw.company_id = w.company_id and pw.project_id = w.project_id and pw.user_id = w.worker_id)`;
  expect(await counted(synthetic.superuser, `not ${isOwn}`)).toBe(0);
});

test('the precomputed sums match the rows', async () => {
  const sums = 'sum(entries)::int as entries, sum(minutes)::int as minutes, sum(amount_minor)::bigint as amount';
  const counts = 'count(*)::int as entries, sum(minutes)::int as minutes, sum(amount_minor)::bigint as amount';
  const read = async (text: string) =>
    (await synthetic.superuser.query(`${text} group by 1, 2, 3, 4 order by 1, 2, 3, 4`)).rows;
  const by = 'select company_id, project_id, status, currency';
  const expected = await read(`${by}, ${counts} from worklogs where status <> 'deleted'`);
  expect(expected.length).toBeGreaterThan(100);
  const rows = expected.map((row) => ({ ...row, minutes: row.minutes ?? 0, amount: row.amount ?? '0' }));
  expect(await read(`${by}, ${sums} from day_sums`)).toEqual(rows);
  expect(await read(`${by}, ${sums} from month_sums`)).toEqual(rows);
});

test('a database with people is refused and not changed', async () => {
  const before = await fingerprintOf(synthetic.superuser);
  await expect(loadSynthetic({ owner: synthetic.database.owner, size })).rejects.toThrow('only into an empty database');
  expect(await fingerprintOf(synthetic.superuser)).toBe(before);
});
