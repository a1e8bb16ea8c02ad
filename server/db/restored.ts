// Repairs what a restored database may lack although all migrations are recorded: privileges of daybook_app if that role was
// missing, policies that name an owner with another name, the ownership itself. Privileges and policies are applied again from
// the statements in the migrations; for the ownership the start is refused with the statements to run. The policy `backup`
// lets the owner dump all companies: docs/operating.md.
import type { Client } from 'pg';
import type { Log } from '../log.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { withRetries } from './apply-migration.ts';
import type { Migration } from './migration-files.ts';
import { inSavepoint } from './savepoint.ts';

/** Before anything is changed: the objects of Daybook must belong to the connecting role. */
export async function refuseForeignObjects(client: Client, migrations: readonly Migration[]): Promise<void> {
  const made = migrations.flatMap((file) =>
    statementsLike(
      file,
      /^(?:create (?:or replace )?(?:table|function|aggregate)|alter (?:table \w+|function \w+\(\)) rename to) \w+/gim,
    ),
  );
  const names = [...made.map((statement) => statement.split(' ').at(-1)), 'schema_migrations'];
  const { rows } = await client.query<{ change: string; role: string }>(foreignObjects, [names]);
  const [first] = rows;
  if (first === undefined) return;
  throw new StartRefusal(
    `DATABASE_URL: the role ${first.role} does not own everything that Daybook made in the database. ` +
      'Ask an administrator of the database to run, and start again:',
    ...rows.map(({ change }) => `  ${change};`),
  );
}

/** Sequences owned by columns change with their table. */
const foreignObjects = `
  select format('alter %s %s owner to %I', kind, name, current_user) as change, quote_ident(current_user) as role from (
    select 'schema' as kind, quote_ident(nspname) as name, nspowner as owner, nspname as space, null as made
      from pg_namespace
    union all
    select 'table', c.oid::regclass::text, c.relowner, c.relnamespace::regnamespace::text, c.relname
      from pg_class c where c.relkind in ('r', 'v', 'p')
    union all
    select 'routine', p.oid::regprocedure::text, p.proowner, p.pronamespace::regnamespace::text, p.proname from pg_proc p
    union all
    select 'type', t.oid::regtype::text, t.typowner, t.typnamespace::regnamespace::text, null from pg_type t
      left join pg_class c on c.oid = t.typrelid where t.typtype in ('e', 'd') or c.relkind = 'c'
  ) one
  where (space = 'graphile_worker' or (space = 'public' and made = any ($1)))
    and not pg_has_role(current_user, owner, 'usage')
  order by kind, name`;

/** After the migrations. Changes nothing if nothing is missing. */
export async function restoreGrants(client: Client, migrations: readonly Migration[], log?: Log): Promise<void> {
  await withRetries(client, 20, async () => {
    await beginWithLockTimeout(client);
    const before = await rightsOf(client);
    await grant(client, grantStatements(migrations));
    const isSame = (await rightsOf(client)) === before;
    await client.query(isSame ? 'rollback' : 'commit');
    if (!isSame) log?.warn('missing privileges of daybook_app were granted again');
  });
  const missing = [...(await missingPolicies(client, migrations)), ...(await missingBackupPolicies(client))];
  for (const statement of missing)
    await withRetries(client, 20, async () => {
      await beginWithLockTimeout(client);
      await client.query(statement);
      await client.query('commit');
    });
}

/** Each by itself, as in apply-migration.ts. */
async function beginWithLockTimeout(client: Client): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '2s'`);
}

/** Two migrations grant these in a loop. */
const loopGrants = [
  'grant select, insert, update, delete on projects, project_managers, project_workers, tasks, invite_projects to daybook_app',
  'grant select, insert on imports, import_rows to daybook_app',
];

function grantStatements(migrations: readonly Migration[]): string[] {
  const objectOf = (statement: string) => /\bon (?:function )?(.*) (?:to|from) /i.exec(statement)?.[1];
  return [...loopGrants, ...statementsInForce(migrations, '(?:grant|revoke)\\b[^;]*', objectOf)];
}

/** Without those on a table, view or function (`lock_task(uuid, uuid, uuid)`) that a later statement drops. */
function statementsInForce(
  migrations: readonly Migration[],
  pattern: string,
  objectOf: (statement: string) => string | undefined,
): string[] {
  const either = new RegExp(`^(?:drop (?:table|view|function) [^;]*|${pattern})(?=;)`, 'gim');
  let inForce: string[] = [];
  for (const statement of migrations.flatMap((file) => statementsLike(file, either))) {
    const dropped = /^drop \w+ (?:if exists )?(.*)/i.exec(statement)?.[1];
    inForce =
      dropped === undefined ? [...inForce, statement] : inForce.filter((earlier) => objectOf(earlier) !== dropped);
  }
  return inForce;
}

const statementsLike = ({ sql }: Migration, pattern: RegExp): string[] =>
  [...sql.replaceAll(/\bas (\$\w*\$)[\s\S]*?\1/gi, '').matchAll(pattern)].map(([statement]) => statement);

/** In one query; one by one if a later migration has dropped an object of an earlier grant. */
async function grant(client: Client, statements: readonly string[]): Promise<void> {
  const run = (statement: string) => client.query(statement);
  try {
    await inSavepoint(run, () => run(statements.join(';')));
  } catch (error) {
    if (!hasCode(error, undefinedTable, undefinedFunction, undefinedColumn)) throw error;
    if (statements.length > 1) for (const statement of statements) await grant(client, [statement]);
  }
}

const undefinedTable = '42P01';
const undefinedFunction = '42883';
const undefinedColumn = '42703';

async function rightsOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ rights: string }>(
    `select md5(string_agg(name || ' ' || rights, ',' order by name)) as rights from (
       select 'table ' || oid as name, relacl::text as rights from pg_class where relnamespace = 'public'::regnamespace
       union all select 'column ' || attrelid || ' ' || attnum, attacl::text from pg_attribute where attacl is not null
       union all select 'routine ' || oid, proacl::text from pg_proc where pronamespace = 'public'::regnamespace) one`,
  );
  return rows[0]?.rights;
}

const isOfOwner = `exists (
  select from unnest(roles) granted where granted <> 'public' and pg_has_role(current_user, granted, 'usage'))`;

/** Policies for the owner role: without them, or if they name another role, its jobs see no rows. */
async function missingPolicies(client: Client, migrations: readonly Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ policy: string }>(
    `select policyname || ' on ' || tablename as policy from pg_policies
     where schemaname = 'public' and ${isOfOwner}`,
  );
  const existing = new Set(rows.map(({ policy }) => policy));
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace`,
  );
  const isThere = new Set(tables.rows.map(({ name }) => name));
  const tableOf = (statement: string) => /^create policy \w+ on (\w+)/i.exec(statement)?.[1];
  const made = statementsInForce(migrations, 'create policy \\w+ on \\w+[^;]*\\bto current_user\\b[^;]*', tableOf);
  return made.flatMap((statement) => {
    const policy = /^create policy (\w+ on \w+)/i.exec(statement)?.[1] ?? '';
    // A table of an earlier release may have been dropped since, as distributing the tables does.
    return existing.has(policy) || !isThere.has(tableOf(statement) ?? '')
      ? []
      : [`drop policy if exists ${policy}; ${statement}`];
  });
}

/** Row-level security applies to the owner too, so a dump would be empty; app.backup is set only for dumps. */
async function missingBackupPolicies(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not exists (
       select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'backup'
         -- Earlier releases created it with a subquery, which Citus refuses.
         and p.qual !~ 'SELECT' and ${isOfOwner})`,
  );
  return rows.map(
    ({ table }) =>
      `drop policy if exists backup on ${table};
       create policy backup on ${table} for select to current_user using (current_setting('app.backup', true) = 'on')`,
  );
}
