// Row-level security: even if every condition were missing, the database reads and writes the rows of one company only.

import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '#server/request/refused.ts';
import { selectWorklogs } from '#server/worklogs/rows.ts';
import { fingerprint, openTenantsFixture, type TenantsFixture } from '../support/principals.ts';
import { connectAsApp, openPipeline, runInCompany } from '../support/test-pipeline.ts';

const tables = [
  'clients',
  'companies',
  'import_rows',
  'imports',
  'invite_projects',
  'invites',
  'members',
  'project_managers',
  'project_workers',
  'projects',
  'tags',
  'tasks',
  'worklog_events',
  'worklog_tags',
  'worklogs',
] as const;
const keyOf = (table: string) => (table === 'companies' ? 'id' : 'company_id');

let fixture: TenantsFixture;
let app: pg.Client;

beforeAll(async () => {
  fixture = await openTenantsFixture();
  app = await connectAsApp(fixture.test);
});
afterAll(async () => {
  await app.end();
  await fixture.close();
});

/** Runs statements as the application role with a company set, and rolls them back. */
async function as<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  await app.query('begin');
  try {
    await app.query(`select set_local('app.company_id', $1)`, [companyId]);
    return await work();
  } finally {
    await app.query('rollback');
  }
}

const count = async (client: Pick<pg.Client, 'query'>, query: string, values: string[] = []): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(query, values);
  return rows[0]?.n ?? -1;
};

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'allowed',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('row-level security', () => {
  test.each(tables)(
    '%s: a query without a predicate returns all rows of the own company and no others',
    async (table) => {
      const { a, b, test } = fixture;
      const own = await count(test.superuser, `select count(*)::int as n from ${table} where ${keyOf(table)} = $1`, [
        a.id,
      ]);
      const theirs = await count(test.superuser, `select count(*)::int as n from ${table} where ${keyOf(table)} = $1`, [
        b.id,
      ]);
      expect(Math.min(own, theirs)).toBeGreaterThan(0);
      const seen = await as(a.id, async () => [
        await count(app, `select count(*)::int as n from ${table}`),
        await count(app, `select count(*)::int as n from ${table} where ${keyOf(table)} <> $1`, [a.id]),
      ]);
      expect(seen).toEqual([own, 0]);
    },
  );

  test.each(tables)('%s: without a company there are no rows', async (table) => {
    expect(await count(app, `select count(*)::int as n from ${table}`)).toBe(0);
    expect(await as('', () => count(app, `select count(*)::int as n from ${table}`))).toBe(0);
  });

  test.each(tables)('%s: nothing can be written or moved into another company', async (table) => {
    const { a, b, test } = fixture;
    const { rows: columns } = await test.superuser.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = ''`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(', ');
    const { rows } = await test.superuser.query<{ row: unknown }>(
      `select to_json(t) as row from ${table} t where ${keyOf(table)} = $1 limit 1`,
      [b.id],
    );
    const insert = `insert into ${table} (${names}) select ${names} from json_populate_record(null::${table}, $1)`;
    const before = await fingerprint(test, b.id);
    expect(await as(a.id, () => codeOf(app.query(insert, [JSON.stringify(rows[0]?.row)])))).toBe('42501');
    // History rows may only be inserted, by anybody, and tags of worklogs are never changed into others. Rows of imports are changed only by jobs that record the delivery of mails, and
    // by closing an account, which erases them.
    const isHistory = ['worklog_events', 'worklog_tags', 'imports', 'import_rows'].includes(table);
    const move = `update ${table} set ${keyOf(table)} = $1`;
    expect(await as(a.id, () => codeOf(app.query(move, [b.id])))).toBe('42501');
    const touch = `update ${table} set ${keyOf(table)} = ${keyOf(table)} where ${keyOf(table)} = $1`;
    const touched = as(a.id, async () => (await app.query(touch, [b.id])).rowCount);
    expect(await (isHistory ? codeOf(touched) : touched)).toBe(isHistory ? '42501' : 0);
    const remove = as(
      a.id,
      async () => (await app.query(`delete from ${table} where ${keyOf(table)} = $1`, [b.id])).rowCount,
    );
    const staysForEver = ['companies', 'imports', 'members', 'projects', 'worklog_events', 'worklogs'].includes(table);
    expect(await (staysForEver ? codeOf(remove) : remove)).toBe(staysForEver ? '42501' : 0);
    expect(await fingerprint(test, b.id)).toBe(before);
  });

  test('a handler without its predicate still reads and changes only its own company', async () => {
    const { a, b, test } = fixture;
    const pipeline = openPipeline(test, 2);
    const before = await fingerprint(test, b.id);
    const own = await count(test.superuser, 'select count(*)::int as n from worklogs where company_id = $1', [a.id]);
    const seen = await runInCompany(pipeline, a.admin, a.id, async (ctx) => ({
      rows: await selectWorklogs(ctx).execute(),
      changed: await ctx.db.updateTable('worklogs').set({ notes: 'changed by mistake' }).executeTakeFirst(),
    }));
    expect(seen?.rows).toHaveLength(own);
    expect(seen?.rows.every(({ workerName }) => workerName.startsWith('Aurora'))).toBe(true);
    expect(seen?.changed.numUpdatedRows).toBe(BigInt(own));
    expect(await fingerprint(test, b.id)).toBe(before);
    await pipeline.opened.close();
  });

  test('outside a company a person finds only their own memberships and invites', async () => {
    const { a, b, test, cross } = fixture;
    await app.query('begin');
    await app.query(`select set_local('app.user_id', $1)`, [cross.userId]);
    const { rows } = await app.query<{ company_id: string }>('select company_id from members');
    const companies = await count(app, 'select count(*)::int as n from companies');
    const foreign = await count(app, 'select count(*)::int as n from invites where email <> $1', [cross.email]);
    const { rowCount } = await app.query('update members set role = $1', ['company admin']);
    await app.query('rollback');
    expect(rows.map((row) => row.company_id).sort()).toEqual([a.id, b.id].sort());
    expect([companies, foreign, rowCount]).toEqual([2, 0, 0]);
    expect(await count(test.superuser, 'select count(*)::int as n from companies')).toBeGreaterThan(2);
  });
});

describe('composite foreign keys apply to every database role, with or without row-level security', () => {
  const reference = (client: Pick<pg.Client, 'query'>, statement: string, values: string[]) =>
    codeOf(client.query(statement, values));
  const task = `insert into tasks (company_id, id, project_id, name, kind) values ($1, gen_random_uuid(), $2, 'T', 'timed')`;
  const ofClient = 'update projects set client_id = $3 where company_id = $1 and id = $2';
  const tagged = 'insert into worklog_tags (company_id, worklog_id, tag_id) values ($1, $2, $3) on conflict do nothing';
  const manager = 'insert into project_managers (company_id, project_id, user_id) values ($1, $2, $3)';
  const worklog = `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, amount_minor, currency)
    values ($1, gen_random_uuid(), $2, $3, $4, 'expense', 'UTC', '2026-11-02', 1, 'IDR')`;

  test('a task of another company’s project, a manager from elsewhere, a worklog on a foreign task: 23503', async () => {
    const { a, b, test } = fixture;
    const own = [a.id, a.worker.userId, a.project.id, a.project.expenseTaskId];
    for (const client of [app, test.superuser]) {
      const tried = async (statement: string, values: string[]) =>
        client === app ? as(a.id, () => reference(app, statement, values)) : reference(client, statement, values);
      expect(await tried(task, [a.id, b.project.id])).toBe('23503');
      expect(await tried(ofClient, [a.id, a.project.id, b.clientId])).toBe('23503');
      expect(await tried(tagged, [a.id, a.worklogId, b.tagId])).toBe('23503');
      expect(await tried(tagged, [a.id, b.worklogId, a.tagId])).toBe('23503');
      expect(await tried(manager, [a.id, a.project.id, b.manager.userId])).toBe('23503');
      expect(await tried(worklog, [a.id, a.worker.userId, b.project.id, b.project.expenseTaskId])).toBe('23503');
      expect(await tried(worklog, [a.id, b.worker.userId, a.project.id, a.project.expenseTaskId])).toBe('23503');
    }
    // Positive control: the same statements within the company.
    expect(await as(a.id, () => reference(app, worklog, own))).toBe('allowed');
    expect(await as(a.id, () => reference(app, ofClient, [a.id, a.project.id, a.hidden.clientId]))).toBe('allowed');
    expect(await as(a.id, () => reference(app, tagged, [a.id, a.expenseId, a.tagId]))).toBe('allowed');
    expect(await as(a.id, () => reference(app, task, [a.id, a.project.id]))).toBe('allowed');
    expect(await as(a.id, () => reference(app, manager, [a.id, a.otherProject.id, a.manager.userId]))).toBe('allowed');
  });

  test('nobody decides on their own worklog, not even in SQL (A20)', async () => {
    const { a, test } = fixture;
    const approve = `update worklogs set status = 'approved', reviewed_at = now(), reviewer_id = $2 where company_id = $1 and id = $3`;
    expect(await as(a.id, () => reference(app, approve, [a.id, a.worker.userId, a.worklogId]))).toBe('23514');
    expect(await reference(test.superuser, approve, [a.id, a.worker.userId, a.worklogId])).toBe('23514');
    expect(await as(a.id, () => reference(app, approve, [a.id, a.approver.userId, a.worklogId]))).toBe('allowed');
  });
});

describe('a connection keeps nothing of the previous request', () => {
  test('one connection, two companies, every way in which a request can end', async () => {
    const { a, b, test } = fixture;
    const pipeline = openPipeline(test, 1);
    const { pool } = pipeline.opened;
    const probe = async (after: string) => {
      const { rows } = await pool.query(
        `select (select count(*)::int from worklogs) as worklogs, (select count(*)::int from companies) as companies,
           coalesce(current_setting('app.company_id', true), '') || coalesce(current_setting('app.user_id', true), '') as context`,
      );
      expect([after, rows[0]]).toEqual([after, { worklogs: 0, companies: 0, context: '' }]);
    };
    const names = async (company: typeof a) =>
      (await runInCompany(pipeline, company.admin, company.id, (ctx) => selectWorklogs(ctx).execute()))?.map(
        (row) => row.workerName,
      );
    const both = async (after: string) => {
      await probe(after);
      for (const company of [b, a, b]) {
        const found = (await names(company)) ?? [];
        expect(found.length).toBeGreaterThan(0);
        expect(found.filter((name) => !name.startsWith(company.canary))).toEqual([]);
        await probe(`${after}, then ${company.canary}`);
      }
    };
    const ending = (handle: Parameters<typeof runInCompany>[3]) =>
      codeOf(runInCompany(pipeline, a.admin, a.id, handle));
    await both('nothing');
    expect(await ending(async () => Promise.reject(refused('worklog.missing')))).toBeInstanceOf(Error);
    await both('a refusal');
    expect(await ending(async () => Promise.reject(new Error('a fault')))).toBeInstanceOf(Error);
    await both('a fault');
    const timeout = await ending(async ({ db }) => {
      await sql`set local statement_timeout = '20ms'`.execute(db);
      await sql`select pg_sleep(5)`.execute(db);
    });
    expect(timeout).toBe('57014');
    await both('a statement timeout');
    expect(await ending(({ db }) => sql`do $$ begin raise sqlstate '40001'; end $$`.execute(db))).toBe('40001');
    await both('a serialization failure');
    const lost = ending(({ db }) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
    expect(await lost).not.toBe('allowed');
    await both('a lost connection');
    await pipeline.opened.close();
  });
});
