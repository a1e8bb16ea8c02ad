// DATABASE_DISTRIBUTION=citus on a coordinator and two worker nodes, as docs/scale.md describes it. npm test runs this file where Citus is
// installed; bench/citus/ runs the tests of the API there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { citusSettings } from '#server/db/citus/requirements.ts';
import { inCompany } from '#server/db/in-company.ts';
import { migrate } from '#server/db/migrate.ts';
import { readMigrations } from '#server/db/migration-files.ts';
import { startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { startTestAppOn } from '../support/app.ts';
import { asSuperuser, type CitusNodes, startCitusNodes } from '../support/citus.ts';
import { addressOf, startTestCluster } from '../support/cluster.ts';
import { foundTestCompany } from '../support/company.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8');
const [, section = ''] = document.split('### Setting it up');
const blocks = (language: string) =>
  [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);
const settings = Object.fromEntries(
  [...(blocks('conf')[0] ?? '').matchAll(/^(\S+) = '(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const [ofServer = '', ofDatabase = '', ofCoordinator = ''] = blocks('sql');

let cluster: CitusNodes;

beforeAll(async () => {
  // The nodes reach each other through sockets, without certificates.
  cluster = await startCitusNodes({ ...settings, 'citus.node_conninfo': 'sslmode=disable' });
  const [worker1 = '', worker2 = ''] = cluster.workers;
  for (const host of [cluster.host, worker1, worker2]) {
    await asSuperuser(host, 'postgres', ['drop database daybook', 'drop role daybook_app', 'drop role daybook_owner']);
    await asSuperuser(host, 'postgres', statementsOf(ofServer));
    await asSuperuser(host, 'daybook', statementsOf(ofDatabase));
  }
  const named = ofCoordinator
    .replace("'coordinator'", `'${cluster.host}'`)
    .replace('worker-1', worker1)
    .replace('worker-2', worker2);
  await asSuperuser(cluster.host, 'daybook', statementsOf(named));
});
afterAll(() => cluster.stop());

const statementsOf = (block: string): string[] => block.split('\n').filter((line) => line !== '');

const urlOn = (host: string, user: string) => `postgres:///daybook?host=${encodeURIComponent(host)}&user=${user}`;

type Start = { host?: string; user?: string; distribution?: 'none' | 'citus' };

function start({ host = cluster.host, user = 'daybook', distribution = 'citus' }: Start = {}) {
  const appSecret = 'a secret of the tests, long enough';
  return startDatabase(
    { database: { url: urlOn(host, user), distribution }, dataDir: '/nonexistent', appSecret },
    createLog('silent'),
  );
}

test('a database without Citus gets the statements that are missing', async () => {
  const plain = await startTestCluster();
  const refusal = await start({ host: plain.host, user: 'daybook_owner' }).catch((error: unknown) => String(error));
  await plain.stop();
  expect(refusal).toContain('create extension citus; create extension btree_gist;');
});

test('a node with other settings is named, with what to write', async () => {
  const [worker = ''] = cluster.workers;
  await asSuperuser(worker, 'postgres', [
    `alter system set citus.enable_unsafe_triggers = off`,
    'select pg_reload_conf()',
  ]);
  await expect.poll(() => start().catch((error: unknown) => String(error))).toContain(worker);
  const refusal = await start().catch((error: unknown) => String(error));
  for (const [name, value] of Object.entries(citusSettings)) expect(refusal).toContain(`${name} = ${value}`);
  await asSuperuser(worker, 'postgres', ['alter system reset citus.enable_unsafe_triggers', 'select pg_reload_conf()']);
});

test('it distributes every table of companies, once, and refuses to start without the setting', async () => {
  const running = await start();
  await running.stop();
  const again = await start();
  await again.stop();
  const owner = new pg.Client(addressOf(cluster.host, 'daybook', 'daybook'));
  await owner.connect();
  const { rows } = await owner.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid and d.partmethod = 'h')`,
  );
  await owner.end();
  expect(rows).toEqual([{ relname: 'link_codes' }]);
  await expect(start({ distribution: 'none' })).rejects.toThrow('Set DATABASE_DISTRIBUTION=citus');
});

const startApp = () =>
  startTestAppOn({
    name: 'daybook',
    owner: addressOf(cluster.host, 'daybook', 'daybook'),
    app: addressOf(cluster.host, 'daybook', 'daybook_app'),
    superuserConfig: addressOf(cluster.host, 'daybook', 'postgres'),
    drop: async () => undefined,
  });

test('two companies work side by side, and neither sees the other', async () => {
  const app = await startApp();
  try {
    const [ours, theirs] = [
      await foundTestCompany(app, { canary: 'Ours' }),
      await foundTestCompany(app, { canary: 'Theirs' }),
    ];
    for (const { id, worker, approver, project } of [ours, theirs]) {
      const { id: worklogId } = await worker.ok('POST /companies/{companyId}/worklogs', {
        companyId: id,
        taskId: project.timedTaskId,
        start: '2026-01-05T09:00',
        end: '2026-01-05T11:30',
      });
      await approver.ok('POST /companies/{companyId}/decisions', {
        companyId: id,
        decision: 'approve',
        worklogs: [{ id: worklogId, version: 1 }],
      });
      const { worklogs } = await approver.ok('GET /companies/{companyId}/worklogs', { companyId: id });
      expect(worklogs).toHaveLength(1);
      expect(worklogs[0]).toMatchObject({ id: worklogId, status: 'approved', minutes: 150 });
    }
    const foreign = await ours.admin.call('GET /companies/{companyId}/worklogs', { companyId: theirs.id });
    expect(foreign.status).toBe(404);
  } finally {
    await app.close();
  }
});

test('what somebody has declined is known in their company, and in no other', async () => {
  const app = await startApp();
  try {
    const [{ id, worker }, other] = [await foundTestCompany(app), await foundTestCompany(app)];
    await worker.ok('PATCH /account/emails', { kind: 'decisions', isWanted: false });
    const declinedIn = (companyId: string) =>
      inCompany(app.database.ownerPool, companyId, async (client) => {
        const { rows } = await client.query('select kind from declined_mails where user_id = $1', [worker.userId]);
        return rows;
      });
    expect(await declinedIn(id)).toEqual([{ kind: 'decisions' }]);
    expect(await declinedIn(other.id)).toEqual([]);
  } finally {
    await app.close();
  }
});

test('a later migration changes tables and functions on every node', async () => {
  const sql = `set local lock_timeout = '2s';
alter table clients add column later integer;
create function later_function() returns integer language plpgsql stable as $$
begin
  return 1;
end $$;
`;
  const later = { name: '9999-later.sql', sql, checksum: 'later' };
  const owner = addressOf(cluster.host, 'daybook', 'daybook');
  await migrate({ owner, distribution: 'citus', migrations: [...readMigrations(), later] });
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ result: string }>(
    `select result from run_command_on_all_nodes($$
       select (select count(*) from pg_proc where proname = 'later_function') || ' ' ||
         (select count(*) filter (where c.relkind = 'r' and c.relname ~ '^clients_[0-9]+$') > 0
          from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attname = 'later')$$) order by 1`,
  );
  await client.end();
  expect(rows.map(({ result }) => result)).toEqual(['1 false', '1 true', '1 true']);
});
