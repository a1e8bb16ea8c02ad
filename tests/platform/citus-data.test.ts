// A database with data, such as one that was restored on the coordinator, is distributed by Citus: every row, with row-level security on
// every node. npm test runs this file where Citus is installed.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { startTestAppOn } from '../support/app.ts';
import { startCitusCluster } from '../support/citus.ts';
import { addressOf, type TestCluster } from '../support/cluster.ts';
import { foundTestCompany } from '../support/company.ts';

let cluster: TestCluster;
let superuser: pg.Client;

beforeAll(async () => {
  cluster = await startCitusCluster();
  superuser = new pg.Client(addressOf(cluster.host, 'daybook', 'postgres'));
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await cluster.stop();
});

async function contentOfTables(): Promise<Record<string, string>> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relforcerowsecurity order by 1`,
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash from ${name} t`,
    );
    content[name] = rows[0]?.hash ?? '';
  }
  return content;
}

test('every row is distributed, and no node shows rows without a company', async () => {
  const owner = addressOf(cluster.host, 'daybook', 'daybook_owner');
  const asApp = addressOf(cluster.host, 'daybook', 'daybook_app');
  // As on a server without Citus, where it was migrated.
  await migrate({ owner: { ...owner, options: '-c citus.enable_ddl_propagation=off' } });
  const places = { owner, app: asApp, superuserConfig: addressOf(cluster.host, 'daybook', 'postgres') };
  const app = await startTestAppOn({ ...places, name: 'daybook', drop: async () => undefined });
  const company = await foundTestCompany(app);
  await company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
    start: '2026-01-05T09:00',
    end: '2026-01-05T11:30',
  });
  await app.close();
  const before = await contentOfTables();
  expect(before.worklogs).toMatch(/^1 /);

  await migrate({ owner, distribution: 'citus' });
  expect(await contentOfTables()).toEqual(before);
  // The name of a shard is that of its table with a number.
  const { rows } = await superuser.query<{ table: string; isSecured: boolean }>(
    `select shard.* from run_command_on_all_nodes($$
       select json_agg(json_build_object('table', regexp_replace(relname, '_[0-9]{6}$', ''), 'isSecured', relrowsecurity and relforcerowsecurity))
       from pg_class where relkind = 'r' and relname ~ '_[0-9]{6}$'$$) node,
     json_to_recordset(node.result::json) as shard ("table" text, "isSecured" boolean)`,
  );
  const shards = rows.filter(({ table }) => table in before);
  expect(new Set(shards.map(({ table }) => table))).toContain('worklogs');
  expect(shards.length).toBeGreaterThan(100);
  expect(shards.filter(({ isSecured }) => !isSecured)).toEqual([]);
  const visitor = new pg.Client(asApp);
  await visitor.connect();
  expect((await visitor.query('select from worklogs')).rowCount).toBe(0);
  await visitor.end();
});
