import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAppRole, openDatabase } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Migration, readMigrations } from '#server/db/migration-files.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { brokenRules } from '../support/migration-rules.ts';

let database: TestDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  superuser = new pg.Client(database.superuserConfig);
  await superuser.connect();
});

afterAll(async () => {
  await superuser.end();
  await database.drop();
});

const waitingBuild = `select from pg_stat_activity
  where query ~ '^(create unique|drop) index concurrently' and wait_event_type = 'Lock'`;

const slowMigrations = [
  ['create index worklogs_by_note on worklogs (note);', 'builds an index on worklogs without concurrently'],
  [
    'create index concurrently if not exists a on worklogs (note);',
    'builds an index concurrently without "-- transaction: none"',
  ],
  ['alter table worklogs\n  add constraint c check (minutes > 0);', 'adds a constraint, not "not valid", to worklogs'],
  ['alter table worklogs add foreign key (a) references b (c);', 'adds a constraint, not "not valid", to worklogs'],
  ['alter table worklogs add constraint c unique (a);', 'builds an index inside of worklogs'],
  ['alter table worklogs add a uuid default gen_random_uuid();', 'rewrites worklogs'],
  ['alter table worklogs alter column minutes type bigint;', 'rewrites worklogs'],
  ['update worklogs set minutes = 0;', 'changes rows of worklogs outside of batches'],
] as const;

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: `checksum of ${sql}` };
}

describe('migrations', () => {
  test('are numbered without gaps and each sets its lock_timeout', () => {
    const migrations = readMigrations();
    expect(migrations.length).toBeGreaterThan(0);
    migrations.forEach(({ name, sql }, index) => {
      expect(name).toMatch(/^\d{4}-[a-z-]+\.sql$/);
      expect(Number(name.slice(0, 4)), name).toBe(index + 1);
      expect(sql, name).toMatch(/^set (local )?lock_timeout = '\d+(ms|s)';$/m);
    });
  });

  test('from 0030 on lock no table for longer than a moment', () => {
    const found = readMigrations()
      .filter(({ name }) => name >= '0030')
      .map((file) => ({ name: file.name, broken: brokenRules(file) }));
    expect(found.filter(({ broken }) => broken.length > 0)).toEqual([]);
  });

  test.each(slowMigrations)('would be reported for locking a table: %s', (sql, finding) => {
    expect(brokenRules({ sql: `set local lock_timeout = '2s';\n${sql}` })).toEqual([finding]);
  });

  test('do nothing on a migrated database', async () => {
    expect(await migrate({ owner: database.owner })).toEqual([]);
  });

  test('started twice concurrently are applied once', async () => {
    const more = [
      ...readMigrations(),
      migration('9000-cats.sql', `set local lock_timeout = '1s'; create table cats (id int)`),
    ];
    const runs = await Promise.all([1, 2, 3].map(() => migrate({ owner: database.owner, migrations: more })));
    expect(runs.flat()).toEqual(['9000-cats.sql']);
    await superuser.query(`drop table cats; delete from schema_migrations where name = '9000-cats.sql'`);
  });

  test('that fail leave nothing behind', async () => {
    const bad = [...readMigrations(), migration('9001-bad.sql', 'create table dogs (id int); select 1 / 0')];
    await expect(migrate({ owner: database.owner, migrations: bad })).rejects.toThrow('division by zero');
    const { rows } = await superuser.query(`select to_regclass('dogs') as dogs`);
    expect(rows).toEqual([{ dogs: null }]);
  });

  test('changed after they were applied are refused', async () => {
    const changed = readMigrations().map((file, index) => (index === 0 ? { ...file, checksum: 'other' } : file));
    await expect(migrate({ owner: database.owner, migrations: changed })).rejects.toThrow('was changed after');
  });

  test('of a newer version are used by the previous one, unless one of them refuses', async () => {
    const current = readMigrations();
    const added = migration('9003-added.sql', `set local lock_timeout = '1s'; create table added (id int)`);
    const removed = migration('9004-removed.sql', '-- previous-release: refused\ndrop table added');
    await migrate({ owner: database.owner, migrations: [...current, added] });
    expect(await migrate({ owner: database.owner, migrations: current })).toEqual([]);
    await migrate({ owner: database.owner, migrations: [...current, added, removed] });
    await expect(migrate({ owner: database.owner, migrations: current })).rejects.toThrow(
      'newer than this version of Daybook and cannot be used by it (it has 9004-removed.sql)',
    );
    await superuser.query(`delete from schema_migrations where name like '900%'`);
  });

  test('are refused if the database has one, between those to apply, that this version lacks', async () => {
    const other = [...readMigrations(), migration('9006-other.sql', 'select 1')];
    await migrate({ owner: database.owner, migrations: other });
    const ours = [...readMigrations(), migration('9005-ours.sql', 'select 1')];
    await expect(migrate({ owner: database.owner, migrations: ours })).rejects.toThrow('it has 9006-other.sql');
    await superuser.query(`delete from schema_migrations where name like '900%'`);
  });

  test('without a transaction build indexes beside writers, also after a kill in the middle', async () => {
    await superuser.query(`create table fish (id int, name text); alter table fish owner to daybook_owner;
      insert into fish select n, 'one' from generate_series(1, 3) n union all select 1, 'two'`);
    const sql = `-- transaction: none
      set lock_timeout = '1s';
      create unique index concurrently if not exists fish_by_id on fish (id);`;
    const run = () => migrate({ owner: database.owner, migrations: [...readMigrations(), migration('9007.sql', sql)] });
    await expect(run()).rejects.toMatchObject({ code: '23505' });
    const state = `select indisvalid from pg_index where indexrelid = to_regclass('fish_by_id')`;
    expect((await superuser.query(state)).rows).toEqual([{ indisvalid: false }]);
    await superuser.query(`delete from fish where name = 'two'`);
    const writer = new pg.Client(database.superuserConfig);
    await writer.connect();
    await writer.query(`begin; insert into fish values (4, 'four')`);
    const running = run();
    // A writer's transaction is still open: the index build waits for it, and others can write meanwhile.
    await expect.poll(async () => (await superuser.query(waitingBuild)).rowCount).toBe(1);
    await superuser.query(`set lock_timeout = '1s'; insert into fish values (5, 'five'); reset lock_timeout`);
    await writer.query('commit');
    await writer.end();
    expect(await running).toEqual(['9007.sql']);
    expect((await superuser.query(state)).rows).toEqual([{ indisvalid: true }]);
    await superuser.query(`drop table fish; delete from schema_migrations where name = '9007.sql'`);
  });

  test('change the rows of every company in batches, and continue after a failure', async () => {
    await superuser.query(`
      insert into companies (id, name, time_zone, currency)
        select gen_random_uuid(), 'Company ' || n, 'UTC', 'EUR' from generate_series(1, 3) n;
      create table pets (company_id uuid, id int, tag text check (tag <> 'no'));
      alter table pets owner to daybook_owner; alter table pets enable row level security;
      alter table pets force row level security;
      create policy tenant on pets using (company_id = (select current_company()));
      insert into pets select id, n from companies, generate_series(1, 5) n`);
    const fill = (tag: string) => `-- transaction: none
set lock_timeout = '1s';
-- repeat: for each company
update pets set tag = ${tag}
  where company_id = current_company() and (company_id, id) in (select company_id, id from pets where tag is null limit 2);`;
    const run = (tag: string) =>
      migrate({ owner: database.owner, migrations: [...readMigrations(), migration('9008.sql', fill(tag))] });
    await expect(run(`case id when 3 then 'no' else 'a' end`)).rejects.toMatchObject({ code: '23514' });
    expect((await superuser.query('select from pets where tag is not null')).rowCount).toBe(2);
    expect(await run(`'b'`)).toEqual(['9008.sql']);
    const { rows } = await superuser.query('select tag, count(*)::int from pets group by tag order by tag');
    expect(rows).toEqual([
      { tag: 'a', count: 2 },
      { tag: 'b', count: 13 },
    ]);
    await superuser.query(
      `drop table pets; delete from companies; delete from schema_migrations where name = '9008.sql'`,
    );
  });

  test('wait for a long-running reader and then succeed', async () => {
    await superuser.query('create table birds (id int); alter table birds owner to daybook_owner');
    await superuser.query('begin; lock table birds in access share mode');
    const sql = `set local lock_timeout = '50ms'; alter table birds add column name text`;
    const run = migrate({ owner: database.owner, migrations: [...readMigrations(), migration('9002-birds.sql', sql)] });
    setTimeout(() => void superuser.query('commit'), 400);
    expect(await run).toEqual(['9002-birds.sql']);
    await superuser.query(`drop table birds; delete from schema_migrations where name = '9002-birds.sql'`);
  });

  test('create the tables of the job queue', async () => {
    const { rows } = await superuser.query(`select to_regclass('graphile_worker.jobs') is not null as queue`);
    expect(rows).toEqual([{ queue: true }]);
  });
});

describe('the application role', () => {
  test('is neither a superuser nor exempt from row-level security, and owns nothing', async () => {
    const open = openDatabase(database);
    try {
      await expect(checkAppRole(open.pool)).resolves.toBeUndefined();
      const { rows } = await open.pool.query('select current_user as name');
      expect(rows).toEqual([{ name: 'daybook_app' }]);
      await expect(open.pool.query('create table mice (id int)')).rejects.toMatchObject({ code: '42501' });
      await expect(open.pool.query('select * from graphile_worker.jobs')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await open.close();
    }
  });

  test.each([
    ['superuser', 'superuserConfig'],
    ['owner', 'owner'],
  ] as const)('refuses to be the %s', async (_role, config) => {
    const open = openDatabase({ owner: database.owner, app: database[config] });
    try {
      await expect(checkAppRole(open.pool)).rejects.toThrow('not subject to row-level security');
    } finally {
      await open.close();
    }
  });
});

describe('values', () => {
  test('arrive as numbers, days and instants', async () => {
    const open = openDatabase(database);
    try {
      const { rows } = await open.pool.query(
        `select count(*) as count, sum(9007199254740991::bigint) as sum, date '2026-03-29' as day,
           timestamptz '2026-03-29T01:00Z' as instant, int8 '42' as big, array[int8 '1'] as list`,
      );
      expect(rows).toEqual([
        {
          count: 1,
          sum: 9007199254740991,
          day: '2026-03-29',
          instant: new Date('2026-03-29T01:00Z'),
          big: 42,
          list: [1],
        },
      ]);
      await expect(open.pool.query(`select int8 '9007199254740993' as big`)).rejects.toThrow('too large to be exact');
    } finally {
      await open.close();
    }
  });

  test('of a connection that is killed while in use end neither the process nor the pool', async () => {
    const open = openDatabase(database);
    try {
      const client = await open.pool.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await superuser.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await expect(client.query('select pg_sleep(1)')).rejects.toThrow();
      client.release(true);
      expect((await open.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await open.close();
    }
  });
});
