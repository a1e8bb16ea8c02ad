// Tenant isolation according to the database catalog, and the check constraints compared with the domain.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryAuditKinds } from '#domain/audit.ts';
import { subscriptionStatuses } from '#domain/billing.ts';
import { historyTools } from '#domain/history-imports/columns.ts';
import { historyStates, historyStatuses, overlapChoices, withoutTimesChoices } from '#domain/history-imports/limits.ts';
import { historyVerdictNames } from '#domain/history-imports/verdicts.ts';
import { importMailStates, importVerdicts } from '#domain/imports.ts';
import { linkModes } from '#domain/links.ts';
import { noticeKinds } from '#domain/notice-kinds.ts';
import { roles } from '#domain/permissions.ts';
import { defaultPolicies, policies, policyNames } from '#domain/policies.ts';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { firstSteps } from '#domain/second-factor.ts';
import { moves, worklogStatuses } from '#domain/worklogs.ts';
import { schemaText } from '../scripts/generate-schema.js';
import { cloneDatabase, type TestDatabase } from './support/database.ts';
import { columnOf } from './support/replay-events.ts';
import { readText } from './support/sources.ts';

let clone: TestDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  superuser = new pg.Client(clone.superuserConfig);
  await superuser.connect();
});

afterAll(async () => {
  await superuser.end();
  await clone.drop();
});

const names = async (query: string): Promise<string[]> => {
  const { rows } = await superuser.query<{ name: string }>(query);
  return rows.map(({ name }) => name).sort();
};

/** Tables of companies: those with company_id, and `companies` itself. */
const tenantTables = `(select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relname = 'companies' as is_company
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'companies'
    or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
    and c.relname <> 'link_codes')`;

const firstColumn = (numbers: string, table: string) =>
  `(select attname from pg_attribute where attrelid = ${table} and attnum = (${numbers})[1])`;

describe('tables of a company', () => {
  test('are known, as are the tables of people', async () => {
    expect(await names(`select relname as name from ${tenantTables} t`)).toEqual([
      'audit_events',
      'billing_events',
      'budget_alerts',
      'budget_checks',
      'clients',
      'companies',
      'company_events',
      'complete_days',
      'daily_runs',
      'day_sums',
      'failed_mails',
      'favourite_tasks',
      'history_creations',
      'history_files',
      'history_imports',
      'history_people',
      'history_rows',
      'history_verdicts',
      'import_rows',
      'imported_people',
      'imported_worklogs',
      'imports',
      'invite_projects',
      'invites',
      'members',
      'month_sums',
      'mornings',
      'notices',
      'payroll_exports',
      'prepared_files',
      'project_managers',
      'project_workers',
      'projects',
      'receipts',
      'saved_report_choices',
      'saved_reports',
      'sent_notices',
      'stand_ins',
      'subscriptions',
      'sum_changes',
      'tags',
      'tasks',
      'timers',
      'worklog_events',
      'worklog_tags',
      'worklogs',
    ]);
  });

  test('have the company first in their primary key', async () => {
    expect(
      await names(`select t.relname as name from ${tenantTables} t
        left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'
        where not t.is_company and ${firstColumn('k.conkey', 't.oid')} is distinct from 'company_id'`),
    ).toEqual([]);
  });

  test('have row-level security, which also applies to their owner', async () => {
    expect(
      await names(`select relname as name from ${tenantTables} t where not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([]);
  });

  test('have one policy for all commands that also checks written rows, and further policies only for reading', async () => {
    const { rows } = await superuser.query(`select t.relname as "table", p.polname as policy, p.polcmd as command,
        p.polpermissive as adds, pg_get_expr(p.polqual, p.polrelid) as reads, pg_get_expr(p.polwithcheck, p.polrelid) as writes
      from ${tenantTables} t left join pg_policy p on p.polrelid = t.oid order by 1, 2`);
    const whole = rows.filter((row) => row.policy === 'tenant');
    expect(whole.map((row) => row.table).sort()).toEqual(await names(`select relname as name from ${tenantTables} t`));
    for (const row of whole) {
      expect(row).toMatchObject({ command: '*', writes: row.reads });
      const compared = row.table === 'companies' ? 'id' : 'company_id';
      expect(row.reads).toContain(`(${compared} = current_company())`);
    }
    const others = rows.filter((row) => row.policy !== 'tenant' && row.policy !== 'backup');
    expect(others.map((row) => [row.table, row.policy, row.command])).toEqual([
      ['budget_checks', 'due', 'r'],
      ['companies', 'due', 'r'],
      ['companies', 'own_companies', 'r'],
      ['daily_runs', 'due', 'r'],
      ['invites', 'invites_of_registrant', 'r'],
      ['invites', 'own_invites', 'r'],
      ['members', 'own_memberships', 'r'],
      ['mornings', 'due', 'r'],
      ['notices', 'due', 'r'],
      ['receipts', 'anywhere', 'r'],
      ['subscriptions', 'waiting', 'r'],
      ['sum_changes', 'due', 'r'],
    ]);
    for (const row of others) expect(row.reads).toContain('current_company() IS NULL');
  });

  test('have policies without subqueries, which Citus refuses', async () => {
    expect(
      await names(`select tablename || '.' || policyname as name from pg_policies
        where schemaname = 'public' and concat(qual, with_check) like '%SELECT%'`),
    ).toEqual([]);
  });

  test('have a policy that lets only their owner dump all rows', async () => {
    const { rows } = await superuser.query(`select t.relname as "table" from ${tenantTables} t where not exists (
      select from pg_policy p where p.polrelid = t.oid and p.polname = 'backup' and p.polcmd = 'r'
        and p.polroles = array[(select relowner from pg_class where oid = t.oid)])`);
    expect(rows).toEqual([]);
  });

  test('have foreign keys that begin with the company, so that no row can refer to another company', async () => {
    expect(
      await names(`select k.conname as name from pg_constraint k
        join ${tenantTables} t on t.oid = k.conrelid join ${tenantTables} f on f.oid = k.confrelid
        where k.contype = 'f' and (${firstColumn('k.conkey', 'k.conrelid')} <> 'company_id'
          or ${firstColumn('k.confkey', 'k.confrelid')} not in ('company_id', case when f.is_company then 'id' end))`),
    ).toEqual([]);
  });

  test('refer by every id to a row that exists, unless listed here', async () => {
    expect(
      await names(`select t.relname || '.' || a.attname as name from ${tenantTables} t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        where a.atttypid = 'uuid'::regtype and a.attname not in ('company_id', 'id')
          and not exists (select from pg_constraint k where k.conrelid = t.oid and k.contype = 'f' and a.attnum = any(k.conkey))`),
    ).toEqual([
      // The task or the project, which are referred to by columns of their own.
      'budget_alerts.budget_of',
      // Queues and precomputed sums: written often, and rebuilt from rows that refer to these.
      'budget_checks.project_id',
      'day_sums.project_id',
      'month_sums.project_id',
      'month_sums.task_id',
      // By which the payment provider recognises a repeated request.
      'subscriptions.change_id',
      'sum_changes.project_id',
      'sum_changes.task_id',
    ]);
  });

  test('belong to a company that exists, except queues and precomputed sums', async () => {
    expect(
      await names(`select relname as name from ${tenantTables} t where not is_company and not exists (
        select from pg_constraint k where k.conrelid = t.oid and k.contype = 'f' and ${firstColumn('k.conkey', 't.oid')} = 'company_id')`),
    ).toEqual(['budget_checks', 'day_sums', 'month_sums', 'mornings', 'sum_changes']);
  });

  test('have the company in every unique key, so that no refusal reveals data of another company', async () => {
    expect(
      await names(`select i.indexrelid::regclass::text as name from pg_index i
        join ${tenantTables} t on t.oid = i.indrelid and not t.is_company
        where (i.indisunique or i.indisexclusion) and ${firstColumn('i.indkey::int2[]', 'i.indrelid').replace(')[1]', ')[0]')} is distinct from 'company_id'`),
    ).toEqual([]);
  });

  test('grant only needed rights: history is never changed, worklogs are never deleted, sums are only added to', async () => {
    const { rows } =
      await superuser.query(`select t.relname as "table", string_agg(lower(privilege_type), ' ' order by privilege_type) as may
      from ${tenantTables} t join information_schema.role_table_grants g on g.table_name = t.relname and g.grantee = 'daybook_app'
      where t.relname like 'worklog%' or t.relname like '%sum%' or t.relname like '%_events' group by 1 order by 1`);
    expect(rows).toEqual([
      { table: 'audit_events', may: 'insert select' },
      { table: 'billing_events', may: 'insert select' },
      { table: 'company_events', may: 'insert select' },
      { table: 'day_sums', may: 'select' },
      { table: 'month_sums', may: 'select' },
      { table: 'sum_changes', may: 'insert select' },
      { table: 'worklog_events', may: 'insert select' },
      { table: 'worklog_tags', may: 'delete insert select' },
      { table: 'worklogs', may: 'insert select update' },
    ]);
  });
});

test('every constraint is validated for existing rows too', async () => {
  const notValid = `select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and not convalidated`;
  // Migration 0042 leaves null in the column of every row.
  expect(await names(notValid)).toEqual(['invites_undeliverable_check']);
});

describe('the role of the application', () => {
  test('is subject to row-level security and owns nothing', async () => {
    const { rows } = await superuser.query(`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
      (select count(*)::int from pg_class where relowner = r.oid) as tables,
      (select count(*)::int from pg_proc where proowner = r.oid) as functions,
      pg_has_role(r.oid, 'daybook_owner', 'member') as "becomesOwner"
      from pg_roles r where rolname = 'daybook_app'`);
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        tables: 0,
        functions: 0,
        becomesOwner: false,
      },
    ]);
  });

  test('exceeds its rights only through two functions with a fixed search path', async () => {
    const { rows } = await superuser.query(`select proname as name, proconfig as settings from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef order by 1`);
    const settings = ['search_path=pg_catalog'];
    expect(rows).toEqual([
      { name: 'enqueue', settings },
      { name: 'enqueue_many', settings },
    ]);
  });

  test('can neither create tables nor read the queue', async () => {
    const { rows } = await superuser.query(`select has_schema_privilege('daybook_app', 'public', 'create') as creates,
      has_schema_privilege('daybook_app', 'graphile_worker', 'usage') as "seesQueue"`);
    expect(rows).toEqual([{ creates: false, seesQueue: false }]);
  });

  test('A46: is bypassed by no view with its owner’s rights', async () => {
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
        and not coalesce(reloptions @> '{security_invoker=true}', false)`),
    ).toEqual([]);
  });
});

describe('the values allowed by the database are those of the domain', () => {
  const wordsOf = async (table: string, column: string): Promise<string[]> => {
    const { rows } = await superuser.query<{ definition: string }>(
      `select pg_get_constraintdef(k.oid) as definition from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
       where k.conrelid = $1::regclass and k.contype = 'c' and cardinality(k.conkey) = 1 and a.attname = $2`,
      [table, column],
    );
    const words = rows.filter(({ definition }) => definition.includes('= ANY'));
    return [...(words[0]?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, word]) => word ?? '').sort();
  };

  test.each([
    ['members', 'role', roles],
    ['invites', 'role', roles],
    ['import_rows', 'verdict', importVerdicts],
    ['import_rows', 'mail', importMailStates],
    ['history_imports', 'state', historyStates],
    ['history_imports', 'status', historyStatuses],
    ['history_imports', 'overlap_choice', overlapChoices],
    ['history_imports', 'without_times', withoutTimesChoices],
    ['history_files', 'tool', historyTools],
    ['history_verdicts', 'verdict', historyVerdictNames],
    ['tasks', 'kind', taskKinds],
    ['worklogs', 'kind', taskKinds],
    ['worklogs', 'status', [...worklogStatuses, 'deleted']],
    ['worklog_events', 'move', Object.keys(moves)],
    ['projects', 'colour', projectColours],
    ['companies', 'overlaps', policies.overlaps.options],
    ['companies', 'waiting_mails', policies.waitingMails.options],
    ['audit_events', 'kind', temporaryAuditKinds],
    ['link_codes', 'purpose', linkModes],
    ['declined_mails', 'kind', noticeKinds],
    ['pending_sign_ins', 'way', firstSteps],
    ['subscriptions', 'status', subscriptionStatuses],
  ])('%s.%s', async (table, column, words) => {
    expect(await wordsOf(table, column)).toEqual([...words].sort());
  });

  test('the generated types of the tables match the catalog', async () => {
    const withoutLayout = (text: string) => text.replaceAll(/\s/g, '').replaceAll(':|', ':');
    expect(withoutLayout(await schemaText(superuser))).toBe(withoutLayout(readText('server/db/schema.ts')));
  });
});

describe('the policies of a company', () => {
  const inserted = async (fields: Record<string, unknown>) => {
    const all = Object.entries({ id: randomUUID(), name: 'Columns', time_zone: 'UTC', currency: 'EUR', ...fields });
    const marks = all.map((_, index) => `$${index + 1}`);
    const { rows } = await superuser.query<Record<string, unknown>>(
      `insert into companies (${all.map(([name]) => `"${name}"`)}) values (${marks}) returning *`,
      all.map(([, value]) => value),
    );
    return rows[0] ?? {};
  };

  test('are columns of the same name with the same default', async () => {
    const row = await inserted({});
    expect(Object.fromEntries(policyNames.map((name) => [name, row[columnOf(name)]]))).toEqual(defaultPolicies);
  });

  test.each(policyNames)('the limits of %s are also checked by the database', async (name) => {
    const row = policies[name];
    if (!('minimum' in row)) return;
    for (const value of [row.minimum, row.maximum])
      expect(Number((await inserted({ [columnOf(name)]: value }))[columnOf(name)])).toBe(value);
    for (const value of [row.minimum - 1, row.maximum + 1])
      await expect(inserted({ [columnOf(name)]: value })).rejects.toThrow('check constraint');
  });
});

describe('tables of one person', () => {
  test('have row-level security, which also applies to their owner, where a person must not read rows of others', async () => {
    const { rows } = await superuser.query(`select c.relname::text as "table", c.relforcerowsecurity as "isForced",
        array_agg(p.polname::text order by p.polname) as policies
      from pg_class c left join pg_policy p on p.polrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and c.oid not in (select oid from ${tenantTables} t)
      group by 1, 2 order by 1`);
    expect(rows).toEqual([
      { table: 'declined_mails', isForced: true, policies: ['backup', 'of_members', 'own'] },
      { table: 'idempotency_keys', isForced: true, policies: ['backup', 'old_keys', 'own'] },
      {
        table: 'push_subscriptions',
        isForced: true,
        policies: ['backup', 'of_browser', 'of_browser_removed', 'of_members', 'own'],
      },
      { table: 'quiet_hours', isForced: true, policies: ['backup', 'of_members', 'own'] },
    ]);
  });

  test('name a company only together with its member', async () => {
    expect(
      await names(`select c.conrelid::regclass::text || ': ' || pg_get_constraintdef(c.oid) as name from pg_constraint c
        where c.contype = 'f' and cardinality(c.conkey) > 1 and c.conrelid not in (select oid from ${tenantTables} t)`),
    ).toEqual([
      'access_tokens: FOREIGN KEY (limited_to, user_id) REFERENCES members(company_id, user_id) ON DELETE CASCADE',
    ]);
  });

  test('refer to the person by one column, and the application may delete their rows when the account is closed', async () => {
    const { rows } = await superuser.query<{ name: string; columns: number; mayDelete: boolean }>(
      `select c.conrelid::regclass::text as name, cardinality(c.conkey) as columns,
         has_table_privilege('daybook_app', c.conrelid, 'select, delete') as "mayDelete"
       from pg_constraint c where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ columns, mayDelete }) => columns !== 1 || !mayDelete)).toEqual([]);
  });
});
