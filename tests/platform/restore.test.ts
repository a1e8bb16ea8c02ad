// Dumps an external PostgreSQL with the documented role and commands, and restores it on a new server. Uses Debian's programs,
// like an operator; npm test skips this, with a message, if they are not installed.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAppRole, startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { findSystemBinaries } from '../../scripts/programs.js';
import { startTestAppOn, type TestApp } from '../support/app.ts';
import { addressOf, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { foundTestCompany } from '../support/company.ts';
import { commandsOf } from '../support/document-commands.ts';
import { testFolder } from '../support/test-folder.ts';

const bin = findSystemBinaries();
const heading = 'Backup of your own PostgreSQL';
const appSecret = 'a secret of the tests, long enough';

let source: TestCluster;
let target: TestCluster;
let folder: string;

const urlOf = ({ host }: TestCluster) => `postgres:///daybook?host=${encodeURIComponent(host)}&user=daybook`;

/** Runs as the shell of the cluster's administrator, who types the same password twice. */
function run(cluster: TestCluster, command: string): string {
  const environment = { PATH: `${bin}:${process.env.PATH}`, PGHOST: cluster.host, PGUSER: 'postgres' };
  const { status, stderr } = spawnSync('setsid', ['-w', 'sh', '-ec', command], {
    cwd: folder,
    env: { ...environment, DATABASE_URL: urlOf(cluster) },
    input: 'secret\nsecret\n',
    encoding: 'utf8',
  });
  return status === 0 ? 'done' : stderr;
}

async function asAdministrator<T>(
  { host }: TestCluster,
  database: 'postgres' | 'daybook',
  work: (client: pg.Client) => Promise<T>,
) {
  const client = new pg.Client(addressOf(host, database, 'postgres'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A server without the roles and the database. */
const dropDatabase = (cluster: TestCluster) =>
  asAdministrator(cluster, 'postgres', async (client) => {
    await client.query('drop database if exists daybook with (force)');
    for (const role of ['daybook', 'daybook_owner', 'daybook_app']) await client.query(`drop role if exists ${role}`);
  });

const start = (cluster: TestCluster, secret = appSecret) =>
  startDatabase(
    { database: { url: urlOf(cluster), directUrl: undefined }, dataDir: '/nonexistent', appSecret: secret },
    createLog('silent'),
  );

async function startApp(cluster: TestCluster): Promise<TestApp> {
  return startTestAppOn({
    name: 'daybook',
    owner: { connectionString: urlOf(cluster) },
    app: { connectionString: asAppRole(urlOf(cluster)) },
    superuserConfig: addressOf(cluster.host, 'daybook', 'postgres'),
    drop: async () => undefined,
  });
}

/** A checksum of the rows of each table, and all privileges and policies. */
const contentOf = (cluster: TestCluster) =>
  asAdministrator(cluster, 'daybook', async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r'
       and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1`,
    );
    const sums: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
      );
      sums[name] = rows[0];
    }
    return sums;
  });

const rightsOf = (cluster: TestCluster) =>
  asAdministrator(cluster, 'daybook', async (client) => {
    const { rows } = await client.query(
      `select one::text from (
         select relname as name, relacl::text as rights from pg_class where relnamespace = 'public'::regnamespace
         union all select attrelid::regclass || '.' || attname, attacl::text from pg_attribute where attacl is not null
         union all select oid::regprocedure::text, proacl::text from pg_proc where pronamespace = 'public'::regnamespace
         union all select tablename || ' ' || policyname, roles::text || coalesce(qual, '') from pg_policies) one order by 1`,
    );
    return rows;
  });

describe('a dump as documented', () => {
  const dump = commandsOf('docs/operating.md', heading, 0);
  const prepare = commandsOf('docs/operating.md', heading, 1);
  const restore = commandsOf('docs/operating.md', heading, 2);
  const mark = commandsOf('docs/operating.md', heading, 3);

  beforeAll(async () => {
    folder = testFolder('restore');
    [source, target] = await Promise.all([startTestCluster('system'), startTestCluster('system')]);
    await dropDatabase(source);
    for (const command of prepare) expect(run(source, command)).toBe('done');
    await (await start(source)).stop();
    const app = await startApp(source);
    const company = await foundTestCompany(app);
    await company.worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: company.id,
      taskId: company.project.timedTaskId,
      start: '2026-11-02T08:00',
      end: '2026-11-02T10:00',
    });
    await app.close();
    for (const command of dump) expect(run(source, command)).toBe('done');
  });

  afterAll(async () => {
    await Promise.all([source.stop(), target.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('has every row, and Daybook starts on the restored database and answers as before', async () => {
    await dropDatabase(target);
    for (const command of [...prepare, ...restore]) expect(run(target, command), command).toBe('done');
    const original = await contentOf(source);
    expect(original).toMatchObject({ worklogs: { count: '1' } });
    expect(await contentOf(target)).toEqual(original);
    await expect(start(target, 'another secret of the tests, long enough')).rejects.toThrow('is not the one');
    await (await start(target)).stop();
    expect(await rightsOf(target)).toEqual(await rightsOf(source));
    for (const command of mark) expect(run(target, command), command).toBe('done');
    const marked = await asAdministrator(target, 'daybook', (client) =>
      client.query('select restored_at is not null as is from installation'),
    );
    expect(marked.rows).toEqual([{ is: true }]);
  });

  test('that was restored without the role gets its rights at the start', async () => {
    await dropDatabase(target);
    for (const command of prepare) expect(run(target, command)).toBe('done');
    expect(run(target, restore.at(-1)?.replace('--exit-on-error', '') ?? '')).toContain(
      'role "daybook_app" does not exist',
    );
    await (await start(target)).stop();
    expect(await rightsOf(target)).toEqual(await rightsOf(source));
  });

  test('that was restored by another owner is refused with the statements to run', async () => {
    await dropDatabase(target);
    for (const command of prepare) expect(run(target, command)).toBe('done');
    expect(run(target, 'pg_restore --no-owner --no-privileges --no-comments --dbname=daybook daybook.dump')).toBe(
      'done',
    );
    const refusal = await start(target).catch((error: unknown) => String(error));
    expect(refusal).toContain('the role daybook does not own everything');
    await asAdministrator(target, 'daybook', async (client) => {
      for (const [statement] of String(refusal).matchAll(/^ {2}alter .*;$/gm)) await client.query(statement);
    });
    await (await start(target)).stop();
    expect(await rightsOf(target)).toEqual(await rightsOf(source));
  });

  test('is ready while its requests can be answered, and not while a right or the first statement is missing', async () => {
    const app = await startApp(target);
    const ready = async () => (await app.visitor().send('GET', '/ready')).status;
    const change = (statement: string) => asAdministrator(target, 'daybook', (client) => client.query(statement));
    expect(await ready()).toBe(200);
    for (const [worse, better] of [
      ['revoke insert on worklogs from daybook_app', 'grant insert on worklogs to daybook_app'],
      ['alter table sessions rename to away', 'alter table away rename to sessions'],
      ['alter function open_request rename to away', 'alter function away rename to open_request'],
    ] as const) {
      await change(worse);
      expect(await ready(), worse).toBe(503);
      await change(better);
      expect(await ready(), better).toBe(200);
    }
    await app.close();
  });
});

test('the programs of PostgreSQL are installed where they are required', () => {
  expect(bin === undefined || existsSync(join(bin, 'pg_dump'))).toBe(true);
});
