// The transaction of a request: statements sent in one round trip, work done at the commit, and state left on a connection.

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import { batchingSocket, inOrder, prepared } from '#server/db/transact.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { connectionAs } from '../support/test-pipeline.ts';

let test: TestApp;
let one: OpenDatabase;
beforeAll(async () => {
  test = await startTestApp();
  one = openOne('prepared');
});
afterAll(async () => {
  await one.close();
  await test.close();
});

/** A single connection, so that the next request reuses it. */
const openOne = (statements: 'prepared' | 'plain') =>
  openDatabase({
    owner: connectionAs(test, 'daybook_owner'),
    app: connectionAs(test, 'daybook_app'),
    poolSize: 1,
    statements,
  });

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

async function claimed(key: string): Promise<number> {
  const { rows } = await test.superuser.query('select from idempotency_keys where key = $1', [key]);
  return rows.length;
}

async function writer() {
  const { userId } = await test.person();
  return (key: string) =>
    sql`with me as (select set_config('app.user_id', ${userId}, true) as id)
      insert into idempotency_keys (user_id, key, request_hash) select id::uuid, ${key}, '' from me`;
}

type Setting = { before: string };

describe('batched statements', () => {
  it('are sent as one packet', async () => {
    const socket = batchingSocket();
    const packets = [vi.spyOn(socket, '_write'), vi.spyOn(socket, '_writev')];
    const sent = () => packets.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    const client = new pg.Client({ ...connectionAs(test, 'daybook_app'), pipeline: true, stream: () => socket });
    await client.connect();
    const before = sent();
    await Promise.all(['one', 'two', 'three'].map((word) => client.query('select $1::text', [word])));
    expect(sent() - before).toBe(1);
    await client.end();
  });

  it('are executed in order', async () => {
    const results = await one.transact((db) =>
      Promise.all(
        ['one', 'two', 'three'].map((word) =>
          sql<Setting>`select current_setting('app.word', true) as before, set_config('app.word', ${word}, true)`
            .execute(db)
            .then(({ rows }) => rows[0]?.before ?? ''),
        ),
      ),
    );
    expect(results).toEqual(['', 'one', 'two']);
  });

  it('are executed in order, in either notation', async () => {
    const statement = (word: string) =>
      sql<Setting>`select current_setting('app.word', true) as before, set_config('app.word', ${word}, true) as now`;
    const results = await one.transact(async (db) => {
      const helper = async () => (await prepared(db, statement('one')))[0]?.before ?? '';
      const lock = async () => inOrder([helper(), prepared(db, statement('two'))]);
      const [[first, [second]], third, fourth, [fifth]] = await inOrder([
        lock(),
        db
          .selectNoFrom([
            sql<string>`current_setting('app.word', true)`.as('before'),
            sql`set_config('app.word', 'three', true)`.as('now'),
          ])
          .executeTakeFirstOrThrow(),
        statement('four').execute(db),
        prepared(db, statement('five')),
      ]);
      return [first, second?.before, third.before, fourth.rows[0]?.before, fifth?.before];
    });
    expect(results).toEqual(['', 'one', 'two', 'three', 'four']);
  });

  it('fail together: those before and after the failed one are rolled back, and the connection stays usable', async () => {
    const write = await writer();
    const together = one.transact((db) =>
      Promise.all([write('before').execute(db), sql`select 1 / 0`.execute(db), write('behind').execute(db)]),
    );
    expect(await codeOf(together)).toBe('22012');
    expect([await claimed('before'), await claimed('behind')]).toEqual([0, 0]);
    await one.transact((db) => Promise.all([write('before').execute(db), write('behind').execute(db)]));
    expect([await claimed('before'), await claimed('behind')]).toEqual([1, 1]);
  });
});

describe('the commit', () => {
  it('waits for statements that were added to it', async () => {
    const write = await writer();
    await one.transact(async (db, lastly) => lastly(write('last').execute(db)));
    expect(await claimed('last')).toBe(1);
  });

  it('is rolled back when one of those fails, with its error', async () => {
    const write = await writer();
    const lost = one.transact(async (db, lastly) => {
      await write('lost').execute(db);
      lastly(sql`select 1 / 0`.execute(db), write('behind a fault').execute(db));
    });
    expect(await codeOf(lost)).toBe('22012');
    expect([await claimed('lost'), await claimed('behind a fault')]).toEqual([0, 0]);
  });

  it('is rolled back also when the handler ignored a failure', async () => {
    const away = one.transact(async (db) => {
      await codeOf(sql`select 1 / 0`.execute(db));
    });
    await expect(away).rejects.toThrow('rolled back');
  });

  it('ends the transaction: later statements are refused', async () => {
    const db = await one.transact(async (open) => open);
    await expect(sql`select 1`.execute(db)).rejects.toThrow('over');
  });
});

describe('a prepared statement', () => {
  const kept = (database: OpenDatabase) =>
    database.transact(async (db) => {
      for (const value of [1, 2]) await prepared(db, sql`select ${value}::int as value`);
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
      return rows.filter(({ statement }) => statement.includes('::int as value')).length;
    });

  it('is cached by its connection', async () => {
    expect(await kept(one)).toBe(1);
  });

  it('is not cached behind a pooler, which may use another connection the next time', async () => {
    const pooled = openOne('plain');
    expect(await kept(pooled)).toBe(0);
    await pooled.close();
  });

  it('still works after the transaction that created it was rolled back', async () => {
    const twice = () => one.transact((db) => prepared(db, sql`select 1 / ${0}::int`));
    expect([await codeOf(twice()), await codeOf(twice())]).toEqual(['22012', '22012']);
  });

  it('whose result type a migration changed fails once, and its connection is closed', async () => {
    await test.superuser.query('create table counted (number integer); grant select on counted to daybook_app');
    const read = () => one.transact((db) => prepared(db, sql`select number from counted`));
    expect(await codeOf(read())).toBe('done');
    await test.superuser.query('alter table counted alter column number type bigint');
    expect([await codeOf(read()), await codeOf(read())]).toEqual(['0A000', 'done']);
    await test.superuser.query('drop table counted');
  });

  it('is limited in number: varying texts do not fill a connection', async () => {
    const count = await one.transact(async (db) => {
      for (let number = 0; number < 120; number++) await prepared(db, sql`select ${sql.lit(number)} as number`);
      const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(db);
      return rows[0]?.count;
    });
    expect(count).toBeLessThanOrEqual(102);
  });
});
