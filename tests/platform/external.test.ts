// With an external PostgreSQL: DATABASE_URL connects as an owner, requests are served as daybook_app.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAppRole, startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { addressOf, startTestCluster, type TestCluster } from '../support/cluster.ts';

let cluster: TestCluster;
let administrator: pg.Client;

beforeAll(async () => {
  cluster = await startTestCluster();
  administrator = new pg.Client(addressOf(cluster.host, 'postgres', 'postgres'));
  await administrator.connect();
  await administrator.query('revoke all on database daybook from daybook_app');
  await administrator.query('drop role daybook_app');
});

afterAll(async () => {
  await administrator.end();
  await cluster.stop();
});

async function urlOfNew(owner: string, rights: string): Promise<string> {
  await administrator.query(`create role ${owner} login ${rights}`);
  await administrator.query(`create database ${owner} owner ${owner}`);
  return `postgres:///${owner}?host=${encodeURIComponent(cluster.host)}&user=${owner}`;
}

function start(url: string, directUrl?: string) {
  const appSecret = 'a secret of the tests, long enough';
  return startDatabase({ database: { url, directUrl }, dataDir: '/nonexistent', appSecret }, createLog('silent'));
}

async function dropAppRole(owner: string): Promise<void> {
  await administrator.query(`drop database ${owner}`);
  await administrator.query(`drop role daybook_app`);
}

test('an owner that may not create roles gets the exact statements, and starts after they were run', async () => {
  const url = await urlOfNew('modest', 'nocreaterole');
  const refusal = await start(url).catch((error: unknown) => String(error));
  expect(refusal).toContain('create role daybook_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;');
  expect(refusal).toContain('grant daybook_app to "modest";');
  for (const [statement] of String(refusal).matchAll(/^ {2}(create role|grant) .*;$/gm))
    await administrator.query(statement);
  const running = await start(url);
  const { rows } = await running.database.pool.query(`select current_user as name, session_user as signed_in,
    current_setting('statement_timeout') as limit`);
  expect(rows).toEqual([{ name: 'daybook_app', signed_in: 'modest', limit: '15s' }]);
  await running.stop();
  await dropAppRole('modest');
});

test('an owner that may create roles needs no administrator', async () => {
  const url = await urlOfNew('able', 'createrole');
  const running = await start(url);
  expect((await running.database.pool.query('select current_user as name')).rows).toEqual([{ name: 'daybook_app' }]);
  await running.stop();
  const again = await start(url);
  await again.stop();
  await dropAppRole('able');
});

test('a role that does not own the database gets the exact statement, and starts after it was run', async () => {
  const url = await urlOfNew('guest', 'createrole');
  await administrator.query('alter database guest owner to postgres');
  const refusal = await start(url).catch((error: unknown) => String(error));
  expect(refusal).toContain('permission denied for database guest');
  const [statement] = /alter database .*;/.exec(String(refusal)) ?? [];
  await administrator.query(String(statement));
  const running = await start(url);
  await running.stop();
  await dropAppRole('guest');
});

test('behind a pooler the address of the application must not sign in as the owner', async () => {
  const direct = await urlOfNew('pooled', 'createrole');
  await expect(start(direct, direct)).rejects.toThrow('not subject to row-level security');
  await administrator.query('alter role daybook_app login');
  const running = await start(direct.replace('user=pooled', 'user=daybook_app'), direct);
  expect((await running.database.pool.query('select session_user as name')).rows).toEqual([{ name: 'daybook_app' }]);
  await running.stop();
  await dropAppRole('pooled');
});

test.each([
  ['postgres://u:secret@127.0.0.1:1/x', 'no PostgreSQL answers at 127.0.0.1:1.'],
  ['postgres://u:secret@no-such-host.invalid/x', 'no PostgreSQL answers at no-such-host.invalid:5432.'],
])('%s is refused in words without its password', async (url, sentence) => {
  const refusal = await start(url).catch((error: unknown) => String(error));
  expect(refusal).toContain(sentence);
  expect(refusal).not.toContain('secret');
});

test('switching to the application role keeps the rest of the URL, also a plus sign in the password', () => {
  const url = asAppRole('postgres://u:a+b@db:6000/x?sslmode=require&options=-c%20search_path%3Dpublic');
  expect(url).toBe(
    'postgres://u:a+b@db:6000/x?sslmode=require&options=-c%20search_path%3Dpublic%20-c%20role%3Ddaybook_app',
  );
});
