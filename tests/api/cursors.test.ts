// Paging by cursor: every list of the contract, in every order, while rows are added and removed between two pages.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, endpoints } from '#contract/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { accessTokenActor } from '../support/principals.ts';

let app: TestApp;
let company: TestCompany;
const importId = crypto.randomUUID();
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app, { canary: 'Cursor' });
  await app.superuser.query('insert into imports (company_id, id, started_by, created_at) values ($1, $2, $3, now())', [
    company.id,
    importId,
    company.admin.userId,
  ]);
  await run(
    `insert into history_imports (company_id, id, started_by, created_at, zone) values ($1, $2, $3, now(), 'UTC')`,
    importId,
    company.admin.userId,
  );
  await run(
    `insert into history_files (company_id, import_id, number, name) values ($1, $2, 1, 'times.csv')`,
    importId,
  );
  for (const { more } of Object.values(lists)) await more(36);
});
afterAll(() => app.close());

type List = {
  rows: string;
  id: string;
  more: (count: number) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
};

const run = (statement: string, ...rest: unknown[]) => app.superuser.query(statement, [company.id, ...rest]);

/** Few different values and some nulls, so that most rows are equal in most columns. */
const newMembers = (count: number) =>
  run(
    `with people as (
       insert into users (id, name, email, email_verified, closed_at)
       select gen_random_uuid(), 'Équal ' || (random() * 2)::int,
         case when n % 3 > 0 then gen_random_uuid() || '@example.test' end, n % 3 > 0, case when n % 3 = 0 then now() end
       from generate_series(1, $2::int) n returning id)
     insert into members (company_id, user_id, role, joined_at)
     select $1, id, case when random() < 0.5 then 'worker' else 'manager' end,
       timestamptz '2026-01-01' + (random() * 2)::int * interval '1.000001 s' from people`,
    count,
  );

const newWorklogs = (count: number) =>
  run(
    `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, status, starts_at, ends_at, zone, day,
       amount_minor, currency, submitted_at, reviewer_id, reviewed_at)
     select $1, gen_random_uuid(), m.user_id, $3, case when n % 2 = 0 then $4::uuid else $5::uuid end,
       case when n % 2 = 0 then 'timed' else 'expense' end, 'rejected',
       case when n % 2 = 0 then timestamptz '2026-03-02 02:00Z' + (n % 3) * interval '1 hour' end,
       case when n % 2 = 0 then timestamptz '2026-03-02 08:00Z' end, 'UTC', date '2026-03-02' - (random() * 2)::int,
       100, 'IDR', timestamptz '2026-03-03' + (random() * 2)::int * interval '1.000001 s', $6, now()
     from generate_series(1, $2::int) n,
       lateral (select user_id from members where company_id = $1 and user_id <> $6 order by random() + n limit 1) m`,
    count,
    company.project.id,
    company.project.timedTaskId,
    company.project.expenseTaskId,
    company.admin.userId,
  );

/** Rows of a file, each of another person. */
const newHistoryRows = async (count: number) => {
  const { rows } = await run(
    `insert into history_rows (company_id, import_id, file_number, line, identity, person_key, person, email, client, project, task,
       notes, tags, is_utc, day, seconds)
     select $1, $2, 1, (random() * 1e9)::int, '', gen_random_uuid(), 'Équal ' || gen_random_uuid(), '', '', 'Harbour', 'Quay', '', '[]',
       false, '2026-03-02', 3600
     from generate_series(1, $3::int) returning line`,
    importId,
    count,
  );
  return run(
    `insert into history_verdicts (company_id, import_id, file_number, line, verdict, minutes)
     select $1, $2, 1, unnest($3::int[]), 'new', 60`,
    importId,
    rows.map(({ line }) => line),
  );
};

const lists: Record<string, List> = {
  listHistoryRows: {
    rows: 'rows',
    id: 'line',
    more: newHistoryRows,
    remove: (line) => run('delete from history_verdicts where company_id = $1 and line = $2', line),
  },
  listHistoryTotals: {
    rows: 'totals',
    id: 'person',
    more: newHistoryRows,
    remove: (person) => run('delete from history_rows where company_id = $1 and person = $2', person),
  },
  listCompanies: {
    rows: 'companies',
    id: 'id',
    more: (count) =>
      app.superuser.query(
        `with founded as (
           insert into companies (id, name, time_zone, currency, week_starts_on)
           select gen_random_uuid(), 'Équal', 'UTC', 'IDR', 1 from generate_series(1, $1::int) returning id)
         insert into members (company_id, user_id, role, joined_at)
         select id, $2, 'worker', timestamptz '2026-01-01' + (random() * 2)::int * interval '1.000001 s' from founded`,
        [count, company.admin.userId],
      ),
    remove: (id) =>
      app.superuser.query(`delete from members where company_id = $1 and user_id = $2 and role = 'worker'`, [
        id,
        company.admin.userId,
      ]),
  },
  listMembers: {
    rows: 'members',
    id: 'userId',
    more: newMembers,
    remove: (id) =>
      run(
        `delete from members m using users u where m.company_id = $1 and m.user_id = $2 and u.id = m.user_id and u.name like 'Équal%'
           and not exists (select from worklogs w where w.worker_id = m.user_id)`,
        id,
      ),
  },
  listInvites: {
    rows: 'invites',
    id: 'id',
    more: (count) =>
      run(
        `insert into invites (company_id, id, email, role, invited_by, sent_at, expires_at, revoked_at)
         select $1, gen_random_uuid(), gen_random_uuid() || '@example.test', case when random() < 0.5 then 'worker' else 'manager' end, $3,
           timestamptz '2026-03-03' + (random() * 2)::int * interval '1.000001 s', now() + interval '5 days', case when random() < 0.5 then now() end
         from generate_series(1, $2::int)`,
        count,
        company.admin.userId,
      ),
    remove: (id) => run('delete from invites where company_id = $1 and id = $2', id),
  },
  listProjects: {
    rows: 'projects',
    id: 'id',
    more: (count) =>
      run(
        `with made as (
           insert into projects (company_id, id, name, ends_on)
           select $1, gen_random_uuid(), gen_random_uuid()::text, case when random() < 0.6 then date '2027-01-01' + (random() * 2)::int end
           from generate_series(1, $2::int) returning id)
         insert into tasks (company_id, id, project_id, name, kind)
         select $1, gen_random_uuid(), id, 'Only', 'timed' from made where random() < 0.5`,
        count,
      ),
    remove: (id) => run('update projects set archived_at = now() where company_id = $1 and id = $2', id),
  },
  listWorklogs: {
    rows: 'worklogs',
    id: 'id',
    more: newWorklogs,
    remove: (id) => run(`update worklogs set status = 'deleted' where company_id = $1 and id = $2`, id),
  },
  listImportRows: {
    rows: 'rows',
    id: 'line',
    more: (count) =>
      run(
        `insert into import_rows (company_id, import_id, line, email, name, role, verdict)
         select $1, $3, coalesce(max(line), 0) + n, 'no', '', '', 'no-email'
         from generate_series(1, $2::int) n, (select max(line) as line from import_rows where company_id = $1) m group by n`,
        count,
        importId,
      ),
    remove: (id) => run('delete from import_rows where company_id = $1 and line = $2', Number(id)),
  },
  getPayroll: {
    rows: 'workers',
    id: 'userId',
    more: (count) => newMembers(count).then(() => newWorklogs(count * 4)),
    remove: (id) => run(`update worklogs set status = 'deleted' where company_id = $1 and worker_id = $2`, id),
  },
  listAuditEvents: {
    rows: 'events',
    id: 'id',
    more: (count) =>
      run(
        `with made as (
           insert into company_events (company_id, id, kind, actor_id, at)
           select $1, gen_random_uuid(), 'lock-date', $3, timestamptz '2026-03-03' + (random() * 2)::int * interval '1.000001 s'
           from generate_series(1, $2::int / 2))
         insert into audit_events (company_id, id, kind, actor_id, at)
         select $1, gen_random_uuid(), 'sign-in', $3, timestamptz '2026-03-03' + (random() * 2)::int * interval '1.000001 s'
         from generate_series(1, $2::int)`,
        count,
        company.admin.userId,
      ),
    remove: async (id) => {
      await run('delete from audit_events where company_id = $1 and id = $2', id);
      await run('delete from company_events where company_id = $1 and id = $2', id);
    },
  },
  listCompanyEvents: {
    rows: 'events',
    id: 'id',
    more: (count) =>
      run(
        `insert into company_events (company_id, id, kind, actor_id, at)
         select $1, gen_random_uuid(), 'lock-date', $3, timestamptz '2026-03-03' + (random() * 2)::int * interval '1.000001 s'
         from generate_series(1, $2::int)`,
        count,
        company.admin.userId,
      ),
    remove: (id) => run('delete from company_events where company_id = $1 and id = $2', id),
  },
};

const properties = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ enum: z.array(z.string()).optional() })),
});
const fieldsOf = ({ input }: Endpoint) =>
  properties.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).properties;

const table = Object.entries<Endpoint>(endpoints);
const walks = table.flatMap(([name, endpoint]) => {
  const { cursor, page, sort, order } = fieldsOf(endpoint);
  if (!cursor && !page) return [];
  const orders = order?.enum ?? [''];
  return (sort?.enum ?? ['']).flatMap((by) =>
    orders.map((direction) => ({ name, endpoint, sort: by, order: direction })),
  );
});

const answer = z.looseObject({ nextCursor: z.string().nullable() });
const rowsIn = (body: z.infer<typeof answer>, { rows, id }: List): string[] =>
  z
    .array(z.looseObject({ [id]: z.union([z.string(), z.number()]) }))
    .parse(body[rows])
    .map((row) => String(row[id]));

type Query = Record<string, string>;

const ask = (endpoint: Endpoint, query: Query, actor = company.admin) => {
  const path = endpoint.path.replace('{companyId}', company.id).replace('{importId}', importId);
  const needed: Query =
    fieldsOf(endpoint).from && endpoint.path.endsWith('payroll') ? { from: '2026-02-01', to: '2026-03-31' } : {};
  const given = Object.fromEntries(Object.entries({ ...needed, ...query }).filter(([, value]) => value !== ''));
  return actor.send('GET', `${apiPrefix}${path}?${new URLSearchParams(given)}`);
};

async function read(endpoint: Endpoint, query: Query, actor = company.admin) {
  const { body, text, status } = await ask(endpoint, query, actor);
  expect(status, text).toBe(200);
  return answer.parse(body);
}

async function walk(
  endpoint: Endpoint,
  query: Query,
  list: List,
  between: (seen: readonly string[]) => Promise<unknown>,
) {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: z.infer<typeof answer> = await read(endpoint, { ...query, pageSize: '10', cursor });
    seen.push(...rowsIn(page, list));
    cursor = page.nextCursor;
    if (cursor !== null) await between(seen);
  }
  return seen;
}

test('every paged list has cursors and is tested here', () => {
  expect([...new Set(walks.map(({ name }) => name))].sort()).toEqual(Object.keys(lists).sort());
});

describe('no unchanged row is skipped or repeated while others are added and removed', () => {
  test.each(walks)('$name by $sort $order', async ({ name, endpoint, sort, order }) => {
    const list = lists[name] ?? expect.fail(name);
    const query = { sort, order };
    const before = await walk(endpoint, query, list, async () => undefined);
    expect(before.length).toBeGreaterThan(20);
    expect(new Set(before).size).toBe(before.length);
    const byNumber: string[] = [];
    for (let page = 1; byNumber.length < before.length; page += 1)
      byNumber.push(...rowsIn(await read(endpoint, { ...query, pageSize: '10', page: String(page) }), list));
    expect(before).toEqual(byNumber);

    const gone = new Set<string>();
    const seen = await walk(endpoint, query, list, async (shown) => {
      // A row already shown, the last one shown, one of the next page and one of the last page.
      const ahead = before.filter((id) => !shown.includes(id));
      const picked = [shown[3], shown.at(-1), ahead[2], ahead.at(-1)].filter((id) => id !== undefined && !gone.has(id));
      for (const id of picked.slice(0, 4)) {
        if (id === undefined) continue;
        gone.add(id);
        await list.remove(id);
      }
      // Only a few, so that the list does not grow with every pass.
      if (shown.length <= 20) await list.more(3);
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.filter((id) => !gone.has(id) && !seen.includes(id))).toEqual([]);
  });
});

test('a cursor is valid for its list, filter and order only, and replaces a page number', async () => {
  const { listMembers, listInvites } = endpoints;
  const { nextCursor } = await read(listMembers, { pageSize: '10', sort: 'name' });
  const cursor = nextCursor ?? expect.fail('one page only');
  const codeOf = async (endpoint: Endpoint, query: Query) => {
    const { status, problem } = await ask(endpoint, query);
    return problem?.errors?.map(({ path, code }) => `${status} ${path} ${code}`) ?? status;
  };
  expect(await codeOf(listMembers, { cursor, sort: 'name', pageSize: '25' })).toBe(200);
  const invalid = ['422 cursor cursor.invalid'];
  expect(await codeOf(listMembers, { cursor, sort: 'email' })).toEqual(invalid);
  expect(await codeOf(listMembers, { cursor, sort: 'name', order: 'descending' })).toEqual(invalid);
  expect(await codeOf(listMembers, { cursor, sort: 'name', search: 'x' })).toEqual(invalid);
  expect(await codeOf(listInvites, { cursor })).toEqual(invalid);
  const changed = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
  for (const broken of ['x', `${cursor}AA`, changed, cursor.slice(0, -2), '%00', '💥'.repeat(50)])
    expect(await codeOf(listMembers, { cursor: broken, sort: 'name' }), broken).toEqual(invalid);
  expect(await codeOf(listMembers, { cursor, sort: 'name', page: '1' })).toEqual(['422 cursor cursor.with-page']);
  const elsewhere = await foundTestCompany(app, { canary: 'Elsewhere' });
  const url = `${apiPrefix}/companies/${elsewhere.id}/members?${new URLSearchParams({ cursor, sort: 'name' })}`;
  expect((await elsewhere.admin.send('GET', url)).problem?.code).toBe('cursor.invalid');
});

test('a program with an access token pages through the whole list', async () => {
  const { actor: program } = await accessTokenActor(company.admin);
  const list = lists.listWorklogs ?? expect.fail('no worklogs');
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: z.infer<typeof answer> = await read(endpoints.listWorklogs, { pageSize: '25', cursor }, program);
    seen.push(...rowsIn(page, list));
    cursor = page.nextCursor;
  }
  const { totals } = await read(endpoints.listWorklogs, {});
  expect([new Set(seen).size, seen.length]).toEqual([
    seen.length,
    z.looseObject({ items: z.int() }).parse(totals).items,
  ]);
});

test('every page is authorised: a cursor shows no row outside the permissions', async () => {
  const { worker } = company;
  const { nextCursor } = await read(endpoints.listWorklogs, { pageSize: '10' });
  const { worklogs } = await read(endpoints.listWorklogs, { cursor: nextCursor ?? '', pageSize: '100' }, worker);
  const own = z.array(z.looseObject({ workerId: z.string() })).parse(worklogs);
  expect(own.filter(({ workerId }) => workerId !== worker.userId)).toEqual([]);
});
