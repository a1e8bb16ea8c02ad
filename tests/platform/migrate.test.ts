import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAppRole, openDatabase } from '#server/db/connect.ts';
import { type Migration, migrate, readMigrations } from '#server/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let oracle: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  oracle = new pg.Client(database.superuser);
  await oracle.connect();
});

afterAll(async () => {
  await oracle.end();
  await database.drop();
});

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
      expect(sql, name).toMatch(/^set local lock_timeout = '\d+(ms|s)';$/m);
    });
  });

  test('applied to a migrated database do nothing', async () => {
    expect(await migrate({ owner: database.owner })).toEqual([]);
  });

  test('started twice at once are applied once', async () => {
    const more = [
      ...readMigrations(),
      migration('9000-cats.sql', `set local lock_timeout = '1s'; create table cats (id int)`),
    ];
    const runs = await Promise.all([1, 2, 3].map(() => migrate({ owner: database.owner, migrations: more })));
    expect(runs.flat()).toEqual(['9000-cats.sql']);
    await oracle.query(`drop table cats; delete from schema_migrations where name = '9000-cats.sql'`);
  });

  test('that fail leave nothing behind', async () => {
    const bad = [...readMigrations(), migration('9001-bad.sql', 'create table dogs (id int); select 1 / 0')];
    await expect(migrate({ owner: database.owner, migrations: bad })).rejects.toThrow('division by zero');
    const { rows } = await oracle.query(`select to_regclass('dogs') as dogs`);
    expect(rows).toEqual([{ dogs: null }]);
  });

  test('changed after they were applied are refused', async () => {
    const changed = readMigrations().map((file, index) => (index === 0 ? { ...file, checksum: 'other' } : file));
    await expect(migrate({ owner: database.owner, migrations: changed })).rejects.toThrow('was changed after');
  });

  test('of a newer version are refused', async () => {
    const older = readMigrations().slice(0, -1);
    await expect(migrate({ owner: database.owner, migrations: older })).rejects.toThrow('newer than this version');
  });

  test('wait their turn behind a long reader and then succeed', async () => {
    await oracle.query('create table birds (id int); alter table birds owner to daybook_owner');
    await oracle.query('begin; lock table birds in access share mode');
    const sql = `set local lock_timeout = '50ms'; alter table birds add column name text`;
    const run = migrate({ owner: database.owner, migrations: [...readMigrations(), migration('9002-birds.sql', sql)] });
    setTimeout(() => void oracle.query('commit'), 400);
    expect(await run).toEqual(['9002-birds.sql']);
    await oracle.query(`drop table birds; delete from schema_migrations where name = '9002-birds.sql'`);
  });

  test('bring the tables of the job queue', async () => {
    const { rows } = await oracle.query(`select to_regclass('graphile_worker.jobs') is not null as queue`);
    expect(rows).toEqual([{ queue: true }]);
  });
});

describe('the application role', () => {
  test('is neither a superuser nor above row-level security, and owns nothing', async () => {
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

  test.each(['superuser', 'owner'] as const)('refuses to be the %s', async (role) => {
    const open = openDatabase({ owner: database.owner, app: database[role] });
    try {
      await expect(checkAppRole(open.pool)).rejects.toThrow('not held by row-level security');
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
      await oracle.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await expect(client.query('select pg_sleep(1)')).rejects.toThrow();
      client.release(true);
      expect((await open.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await open.close();
    }
  });
});
