// What the scheduled tasks delete and what they keep.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteExpired, deleteFailedJobs, deleteOldKeys } from '#server/jobs/cleanup.ts';
import { type MailFixture, openMailFixture } from '../support/mail.ts';

let fixture: MailFixture;
beforeAll(async () => {
  fixture = await openMailFixture();
});
afterAll(() => fixture.close());

const person = '019a0000-0000-7000-8000-000000000001';
const mailTo = (to: string) => ({ to, locale: 'en', template: 'password-changed', params: {} });

/** Reads as the person who owns the keys: row-level security hides them from the owner of the table. */
async function asPerson(statement: string, values: string[] = []) {
  const client = await fixture.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_local('app.user_id', $1)`, [person]);
    const { rows } = await client.query(statement, values);
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

async function leave(name: string, age: string): Promise<void> {
  const { ownerPool } = fixture.database;
  const at = `now() - interval '${age}'`;
  await ownerPool.query(
    `insert into sessions (id, user_id, token, expires_at) values (gen_random_uuid(), $1, $2, ${at})`,
    [person, name],
  );
  await ownerPool.query(`insert into throttles (key, points, expires_at) values ($1, 1, ${at})`, [name]);
  await ownerPool.query(
    `insert into link_codes (id, purpose, code_hash, email, expires_at)
     values (gen_random_uuid(), 'signIn', $1::text::bytea, 'ayu@example.test', ${at})`,
    [name],
  );
  await ownerPool.query(
    `insert into signed_out_keys (id, request_hash, created_at) values ($1::text::bytea, '', ${at})`,
    [name],
  );
  await asPerson(`insert into idempotency_keys (user_id, key, request_hash, created_at) values ($1, $2, '', ${at})`, [
    person,
    name,
  ]);
}

it('deletes old idempotency keys, expired sessions, links and rate limits, failed jobs and empty queues, and nothing else', async () => {
  const { ownerPool } = fixture.database;
  await ownerPool.query(`insert into users (id, name, email) values ($1, 'Ayu', 'ayu@example.test')`, [person]);
  await leave('old', '3 days');
  await leave('alive', '-1 hour');
  for (const to of ['parked@example.test', 'fresh@example.test', 'waiting@example.test'])
    await fixture.enqueue(mailTo(to));
  await ownerPool.query(
    `update graphile_worker._private_jobs set attempts = 25, run_at = now() - interval '31 days'
     where payload ->> 'to' like 'parked%'`,
  );
  await ownerPool.query(`update graphile_worker._private_jobs set attempts = 25 where payload ->> 'to' like 'fresh%'`);

  await ownerPool.query(`insert into graphile_worker._private_job_queues (queue_name) values ('empty')`);

  await deleteExpired(ownerPool);
  await deleteOldKeys(ownerPool);
  await deleteFailedJobs(ownerPool);

  const names = async (statement: string) => (await ownerPool.query<{ name: string }>(statement)).rows;
  const alive = [{ name: 'alive' }];
  expect(await names('select token as name from sessions')).toEqual(alive);
  expect(await names('select key as name from throttles')).toEqual(alive);
  expect(await names(`select encode(code_hash, 'escape') as name from link_codes`)).toEqual(alive);
  expect(await names(`select encode(id, 'escape') as name from signed_out_keys`)).toEqual(alive);
  expect(await asPerson('select key as name from idempotency_keys')).toEqual(alive);
  expect(
    await names(`select queue_name as name from graphile_worker._private_job_queues where queue_name = 'empty'`),
  ).toEqual([]);
  expect((await fixture.waiting()).map(({ attempts }) => attempts)).toEqual([25, 0]);
});

it('shows no recent idempotency keys to the database owner', async () => {
  const { rows } = await fixture.database.ownerPool.query('select from idempotency_keys');
  expect(rows).toHaveLength(0);
});
