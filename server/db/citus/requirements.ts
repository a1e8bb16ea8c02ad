// What a cluster of Citus must have before Daybook distributes its tables over it, each with the statement or setting that is missing.
import type { Client } from 'pg';
import { StartRefusal } from '../../start-refusal.ts';

/** In postgresql.conf of every node. Exported for tests. */
export const citusSettings: Readonly<Record<string, string>> = {
  // Triggers read and write rows of their own company only, which are on the same node.
  'citus.enable_unsafe_triggers': 'on',
  'citus.propagate_set_commands': 'local',
  // Policies call functions that read rows of the same company, or of `users`, which are on the same node, too.
  'citus.allow_nested_distributed_execution': 'on',
  // One connection to each node: foreign keys to `users` allow no more in a transaction that changes it.
  'citus.multi_shard_modify_mode': 'sequential',
};

export async function refuseWithoutCitus(client: Client): Promise<void> {
  const { rows } = await client.query<{ isInstalled: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as "isInstalled"`,
  );
  if (!rows[0]?.isInstalled)
    throw new StartRefusal(
      'The tables are to be distributed by Citus, but DATABASE_URL leads to a database without Citus. Ask an administrator of the database to run, in it ' +
        'and in the database of the same name on each worker node, and start again:',
      '  create extension citus; create extension btree_gist;',
    );
  await refuseWithoutWorkers(client);
  await refuseOtherSettings(client);
}

async function refuseWithoutWorkers(client: Client): Promise<void> {
  const { rows } = await client.query<{ hasCoordinator: boolean; workers: number }>(
    `select coalesce(bool_or(groupid = 0), false) as "hasCoordinator", count(*) filter (where groupid > 0 and isactive)::int as workers
     from pg_dist_node`,
  );
  const found = rows[0] ?? { hasCoordinator: false, workers: 0 };
  if (found.hasCoordinator && found.workers > 0) return;
  throw new StartRefusal(
    'The tables are to be distributed by Citus, but the coordinator does not know its own address or has no worker node. Ask an administrator of the ' +
      'database to run, and start again:',
    ...(found.hasCoordinator ? [] : [`  select citus_set_coordinator_host('<host>', <port>);`]),
    ...(found.workers > 0 ? [] : [`  select citus_add_node('<host of a worker>', <port>);`]),
  );
}

async function refuseOtherSettings(client: Client): Promise<void> {
  const values = Object.entries(citusSettings);
  const { rows } = await client.query<{ node: string; found: string }>(
    `select n.nodename || ':' || n.nodeport as node, r.result as found
     from run_command_on_all_nodes($1) r join pg_dist_node n using (nodeid) order by 1`,
    [`select json_agg(current_setting(name)) from unnest('{${values.map(([name]) => name)}}'::text[]) name`],
  );
  const wanted = values.map(([, value]) => value);
  const wrong = rows.find(({ found }) => JSON.stringify(JSON.parse(found)) !== JSON.stringify(wanted));
  if (wrong !== undefined)
    throw new StartRefusal(
      `The tables are to be distributed by Citus, but the node ${wrong.node} has other settings. Write into postgresql.conf of every node, reload, and ` +
        'start again:',
      ...values.map(([name, value]) => `  ${name} = ${value}`),
    );
}

/** Without the setting, migrations would change the coordinator only. */
export async function refuseUnexpectedCitus(client: Client): Promise<void> {
  const { rows } = await client.query<{ isDistributed: boolean }>(
    `select to_regclass('pg_dist_partition') is not null and to_regclass('companies') is not null as "isDistributed"`,
  );
  if (!rows[0]?.isDistributed || !(await isDistributed(client))) return;
  throw new StartRefusal('The tables are distributed by Citus. Set DATABASE_DISTRIBUTION=citus, and start again.');
}

export async function isDistributed(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('companies') and partmethod = 'h'`,
  );
  return rows.length > 0;
}
