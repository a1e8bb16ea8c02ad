// Distributes the tables of companies over the nodes of Citus, after the migrations of every start (decision 065). The rows of a company
// are together on one node, in tables that are split alike. `users` has a copy on each node; everything else that belongs to people
// or to the installation stays on the coordinator.
import type { Client } from 'pg';
import type { Log } from '../../log.ts';

/** In one transaction: a failure changes nothing. Does nothing where all tables are distributed already. */
export async function distributeByCompany(client: Client, log?: Log): Promise<void> {
  await client.query('begin');
  try {
    await client.query('set local citus.enable_ddl_propagation = on');
    await client.query(`set local client_min_messages = 'warning'`);
    const tables = await namesOf(client, notDistributed);
    if (tables.includes('companies')) await prepare(client);
    await distributeTables(client, tables);
    await client.query(setLocalOnAllNodes);
    await client.query(plansWithValues);
    await client.query('commit');
    if (tables.length > 0) log?.info({ tables }, 'tables distributed by company');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Tables of companies (those with `company_id`, except the codes of links, which are looked up without a company). */
const notDistributed = `
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'link_codes'
    and (c.relname = 'companies' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
    and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid and d.partmethod = 'h')
  order by c.relname <> 'companies', c.relname`;

/** Called in policies, triggers, generated columns and queries, so on every node. Others read tables of the coordinator as well. */
const functionsOfRows = [
  'company_facts(jsonb)',
  'containing(text)',
  'current_company()',
  'current_person()',
  'folded(text)',
  'is_in_current_company(uuid)',
  'is_own_company(uuid)',
  'own_email()',
  'worklog_values(jsonb)',
];

const missingFunctions = `
  select p.oid::regprocedure::text as name from pg_proc p
  where (p.oid = any($1::regprocedure[]) or p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype)
    and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
  order by 1`;

async function distributeFunctions(client: Client): Promise<void> {
  for (const name of await namesOf(client, missingFunctions, [functionsOfRows]))
    await client.query('select create_distributed_function($1)', [name]);
}

async function namesOf(client: Client, query: string, values: readonly unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query, [...values]);
  return rows.map(({ name }) => name);
}

/** Removes what cannot be distributed. */
async function prepare(client: Client): Promise<void> {
  // A notification on another node reaches nobody who listens on the coordinator: server/request/rights-changed.ts sends them.
  for (const trigger of ['changed_membership on members', 'new_membership on members'])
    await client.query(`drop trigger ${trigger}`);
  for (const trigger of ['changed_plan on companies', 'changed_access on companies'])
    await client.query(`drop trigger ${trigger}`);
  // For the release before 0043, which does not know Citus.
  await client.query('alter table mornings detach partition daily_runs');
  await client.query('drop table mornings');
  // A table of the coordinator refers to no distributed one. A token gives access only with an active membership (open_token_request).
  await client.query('alter table access_tokens drop constraint access_tokens_limited_to_user_id_fkey');
}

/**
 * Without their foreign keys, so that the order does not matter: they are created again afterwards and check every row. Without triggers and
 * row-level security, because rows that exist are copied to their nodes: triggers would record them again, and policies would hide them.
 * All of it is in one transaction.
 */
async function distributeTables(client: Client, tables: readonly string[]): Promise<void> {
  const removed: Change[] = [];
  for (const query of [foreignKeys, triggers, rowSecurity])
    removed.push(...(await client.query<Change>(query, [tables])).rows);
  for (const { remove } of removed) await client.query(remove);
  if (tables.includes('companies')) {
    await client.query(`select create_reference_table('users')`);
    await client.query(`select create_distributed_table('companies', 'id')`);
  }
  for (const table of tables.filter((name) => name !== 'companies'))
    await client.query(`select create_distributed_table($1, 'company_id', colocate_with => 'companies')`, [table]);
  await distributeFunctions(client);
  for (const { add } of removed) await client.query(add);
}

type Change = { remove: string; add: string };

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from pg_constraint where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by oid`;

const triggers = `
  select format('drop trigger %I on %s', tgname, tgrelid::regclass) as remove, pg_get_triggerdef(oid) as add
  from pg_trigger where tgrelid = any($1::regclass[]) and not tgisinternal order by oid`;

const rowSecurity = `
  select format('alter table %s no force row level security, disable row level security', oid::regclass) as remove,
    format('alter table %s enable row level security, force row level security', oid::regclass) as add
  from pg_class where oid = any($1::regclass[]) and relforcerowsecurity order by oid`;

/** Citus finds the node of a company by its value, which a generic plan does not know (0085). */
const plansWithValues = 'alter function overlapping_worklogs(uuid, uuid[], integer) reset plan_cache_mode';

/** Citus passes on the statement SET LOCAL (citus.propagate_set_commands), not the function set_config. */
const setLocalOnAllNodes = `
  create or replace function set_local(setting text, value text) returns text language plpgsql volatile as $$
  begin
    execute format('set local %s to %L', setting, value);
    return value;
  end $$`;
