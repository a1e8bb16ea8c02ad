// Rows deleted or inserted while a request refers to them: the response is "missing" or a conflict, never a server error.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { statusOf } from '#contract/problem.ts';
import { refusalsOfError } from '#server/http/endpoints.ts';
import type { AnyContext } from '#server/request/context.ts';
import { handleRequest } from '#server/request/handle-request.ts';
import { type Actor, testPassword } from '../support/app.ts';
import { startOneCompany } from '../support/company.ts';
import { withOpenTransaction } from '../support/concurrent-transaction.ts';
import { aSubscription } from '../support/push.ts';
import { turnOnFactor } from '../support/second-factor.ts';
import { filesIn, readText } from '../support/sources.ts';
import { openPipeline } from '../support/test-pipeline.ts';

const { app, company } = await startOneCompany();
afterAll(() => app.close());

/** For each referenced table: why its rows are permanent. */
const permanent: Record<string, string> = {
  companies: 'a company stays',
  subscriptions: 'a subscription ends by its status',
};

/** Referenced tables whose rows may be deleted: the tests below run a race for each. */
const raced = [
  'clients',
  'history_files',
  'history_imports',
  'imports',
  'invites',
  'members',
  'projects',
  'saved_reports',
  'second_factors',
  'sessions',
  'tags',
  'tasks',
  'users',
  'worklogs',
];

type ForeignKey = { name: string; from: string; to: string };

const foreignKeys = async (): Promise<ForeignKey[]> => {
  const { rows } = await app.superuser.query<ForeignKey>(
    `select conname as name, conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace order by 1`,
  );
  return rows;
};

const tablesOf = async (query: string, values: unknown[] = []): Promise<string[]> => {
  const { rows } = await app.superuser.query<{ name: string }>(query, values);
  return rows.map(({ name }) => name);
};

/** By the role of the owner, which jobs have and no privilege limits: every statement in the code and in functions. */
const deletedByText = async (): Promise<string[]> => {
  const files = filesIn('server').filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const functions = await tablesOf(
    `select prosrc as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'`,
  );
  const texts = [...files.map(readText), ...functions];
  return texts.flatMap((text) => [...text.matchAll(/\bdelete from (\w+)/gi)].map(([, table = '']) => table));
};

/** Requests by the privileges of their role, whatever their statement; jobs by theirs; and both by cascades. */
const deletable = `with recursive deletable (id) as (
    select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and (has_table_privilege('daybook_app', oid, 'delete, truncate') or relname = any ($1))
    union
    select conrelid from pg_constraint join deletable on id = confrelid where contype = 'f' and confdeltype = 'c')
  select distinct confrelid::regclass::text as name from pg_constraint join deletable on id = confrelid
    where contype = 'f' order by 1`;

describe('every foreign key', () => {
  test('references a table whose rows are permanent, or has a concurrency test below', async () => {
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(50);
    expect([...new Set(keys.map(({ to }) => to))].sort()).toEqual([...Object.keys(permanent), ...raced].sort());
    expect(await tablesOf(deletable, [await deletedByText()])).toEqual(raced);
  });

  test('is reported as a conflict when a request violates it on every retry', async () => {
    const keys = await foreignKeys();
    const pipeline = openPipeline(app, 2);
    let checked = 0;
    const violate = (raise: string) =>
      handleRequest(pipeline, {
        endpoint: endpoints.signOut satisfies Endpoint,
        handle: async ({ db }: AnyContext) => {
          checked++;
          await sql.raw(raise).execute(db);
          return null;
        },
        path: {},
        rest: {},
        sessionToken: null,
        browserToken: null,
        idempotencyKey: null,
        locale: 'en',
        client: { address: '10.0.0.1', userAgent: 'test' },
      }).catch((error: unknown) => refusalsOfError(error).map(({ code }) => statusOf(code)));
    for (const { name, from } of keys) {
      const raise = `do $$ begin raise foreign_key_violation using constraint = '${name}', table = '${from}'; end $$`;
      expect([name, await violate(raise)]).toEqual([name, [409]]);
    }
    expect(checked).toBe(keys.length * 3);
    for (const other of ['unique_violation', 'exclusion_violation'])
      expect(await violate(`do $$ begin raise ${other}; end $$`)).toEqual([409]);
    expect(await violate(`do $$ begin raise check_violation; end $$`)).toEqual([500]);
    await pipeline.opened.close();
  });
});

const oneMoreTask = async (): Promise<{ id: string; projectId: string }> => {
  const { rows } = await app.superuser.query<{ id: string; projectId: string }>(
    `insert into tasks (company_id, id, project_id, name, kind) values ($1, $2, $3, $4, 'timed')
     returning id, project_id as "projectId"`,
    [company.id, randomUUID(), company.project.id, `Task ${randomUUID()}`],
  );
  return rows[0] ?? { id: '', projectId: '' };
};

const removalOf = (table: string, id: string) =>
  [`delete from ${table} where company_id = $1 and id = $2`, [company.id, id]] as const;

describe('a request that references', () => {
  const onTask: Record<string, (actor: Actor, taskId: string) => Promise<string>> = {
    'make a favourite of it': (actor, taskId) =>
      actor.codeOf('PUT /companies/{companyId}/favourite-tasks/{taskId}', { companyId: company.id, taskId }),
    'start a timer on it': (actor, taskId) =>
      actor.codeOf('POST /companies/{companyId}/timer', { companyId: company.id, taskId }),
    'write a worklog on it': (actor, taskId) =>
      actor.codeOf('POST /companies/{companyId}/worklogs', {
        companyId: company.id,
        taskId,
        start: '2026-03-02T09:00',
        end: '2026-03-02T10:00',
      }),
  };

  test.each(Object.entries(onTask))('a task that is deleted concurrently: %s', async (_, request) => {
    const { id } = await oneMoreTask();
    expect(await withOpenTransaction(app, [removalOf('tasks', id)], () => request(company.worker, id))).toBe(
      'task.missing',
    );
  });

  test('its own session, which ends concurrently: notifications are not turned on', async () => {
    const person = await app.person('Ending');
    const { sessions } = await person.ok('GET /account/sessions', {});
    const code = await withOpenTransaction(app, [['delete from sessions where id = $1', [sessions[0]?.id]]], () =>
      person.codeOf('POST /account/push/devices', aSubscription()),
    );
    expect(code).toBe('session.missing');
  });

  test('a task that is used concurrently: it is not deleted, and the response says why', async () => {
    const { id, projectId } = await oneMoreTask();
    const { version, tasks } = await company.admin.ok('GET /companies/{companyId}/projects/{projectId}', {
      companyId: company.id,
      projectId,
    });
    const used = `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, starts_at, ends_at, currency)
      values ($1, $2, $3, $4, $5, 'timed', 'UTC', '2026-03-03', '2026-03-03T09:00Z', '2026-03-03T10:00Z', 'IDR')`;
    const code = await withOpenTransaction(
      app,
      [[used, [company.id, randomUUID(), company.worker.userId, projectId, id]]],
      () =>
        company.admin.codeOf('PATCH /companies/{companyId}/projects/{projectId}', {
          companyId: company.id,
          projectId,
          version,
          tasks: tasks
            .filter((task) => task.id !== id)
            .map(({ id: taskId, name, kind }) => ({ id: taskId, name, kind })),
        }),
    );
    expect(code).toBe('task.in-use');
  });

  const oneMoreClient = async (): Promise<{ id: string; name: string }> => {
    const client = { id: randomUUID(), name: `Client ${randomUUID()}` };
    await app.superuser.query('insert into clients (company_id, id, name) values ($1, $2, $3)', [
      company.id,
      client.id,
      client.name,
    ]);
    return client;
  };
  const newProject = (clientName: string | null) =>
    company.admin.ok('POST /companies/{companyId}/projects', {
      companyId: company.id,
      name: `Project ${randomUUID()}`,
      clientName,
      tasks: [{ name: 'Work', kind: 'timed' }],
    });

  test('a client that is deleted concurrently: its name becomes a new client', async () => {
    const { id, name } = await oneMoreClient();
    const project = await withOpenTransaction(app, [removalOf('clients', id)], () => newProject(name));
    expect(project.clientName).toBe(name);
    expect(project.clientId).not.toBe(id);
  });

  test('a client that gets a project concurrently: it is not deleted, and the response says why', async () => {
    const { id: clientId } = await oneMoreClient();
    const { id } = await newProject(null);
    const used = 'update projects set client_id = $3 where company_id = $1 and id = $2';
    const code = await withOpenTransaction(app, [[used, [company.id, id, clientId]]], () =>
      company.admin.codeOf('DELETE /companies/{companyId}/clients/{clientId}', { companyId: company.id, clientId }),
    );
    expect(code).toBe('client.in-use');
  });

  test('a tag that is deleted concurrently: the worklog gets a new one of the same name', async () => {
    const { id: companyId, worker, project } = company;
    const tagId = randomUUID();
    const created = 'insert into tags (company_id, id, name) values ($1, $2, $3)';
    await app.superuser.query(created, [companyId, tagId, 'Going']);
    const worklog = await withOpenTransaction(app, [removalOf('tags', tagId)], () =>
      worker.ok('POST /companies/{companyId}/worklogs', {
        companyId,
        taskId: project.timedTaskId,
        start: '2026-03-04T09:00',
        end: '2026-03-04T10:00',
        tags: ['going'],
      }),
    );
    expect(worklog.tags).toEqual(['going']);
  });

  test('a saved report that is deleted concurrently', async () => {
    const report = await company.admin.ok('POST /companies/{companyId}/saved-reports', {
      companyId: company.id,
      name: 'Shared',
      view: 'worklogs',
      range: 'last-month',
      filter: {},
      isShared: true,
    });
    const code = await withOpenTransaction(app, [removalOf('saved_reports', report.id)], () =>
      company.manager.codeOf('PATCH /companies/{companyId}/saved-reports/{reportId}/choices', {
        companyId: company.id,
        reportId: report.id,
        isPinned: true,
      }),
    );
    expect(code).toBe('saved-report.missing');
  });

  test('a second factor that is turned off concurrently', async () => {
    const person = await app.person();
    const { codeAt } = await turnOnFactor(app, person);
    const code = await codeAt(1);
    const off = ['delete from second_factors where user_id = $1', [person.userId]] as const;
    const renewed = await withOpenTransaction(app, [off], () =>
      person.call('POST /account/recovery-codes', { currentPassword: testPassword, code }),
    );
    expect(renewed.status).toBeGreaterThanOrEqual(400);
    expect(renewed.status).toBeLessThan(500);
  });

  test('an invite that is deleted concurrently, as by closing the account of its address', async () => {
    const person = await app.person();
    const { id: companyId } = company;
    await company.admin.ok('POST /companies/{companyId}/invites', { companyId, email: person.email, role: 'worker' });
    const { invites } = await person.ok('GET /invites', {});
    const inviteId = invites[0]?.id ?? '';
    const lock = ['select from companies where id = $1 for update', [companyId]] as const;
    expect(
      await withOpenTransaction(app, [lock, removalOf('invites', inviteId)], () =>
        person.codeOf('POST /invites/{inviteId}/accept', { inviteId }),
      ),
    ).toBe('invite.missing');
  });

  test('a project that is deleted concurrently, as by undoing the import that created it', async () => {
    const { id: companyId, admin } = company;
    const projectId = randomUUID();
    const created = 'insert into projects (company_id, id, name, for_everyone) values ($1, $2, $3, true)';
    await app.superuser.query(created, [companyId, projectId, `Project ${projectId}`]);
    const change = { companyId, projectId, version: 1, name: 'Kept' };
    const code = await withOpenTransaction(app, [removalOf('projects', projectId)], () =>
      admin.codeOf('PATCH /companies/{companyId}/projects/{projectId}', change),
    );
    expect(code).toBe('project.missing');
  });

  test('a former member that is deleted concurrently, and their closed account with them', async () => {
    const { id: companyId, admin } = company;
    const userId = randomUUID();
    await app.superuser.query(
      `with person as (
         insert into users (id, name, email, email_verified, closed_at) values ($2, 'Former', null, false, now()) returning id)
       insert into members (company_id, user_id, role, deactivated_at) select $1, id, 'worker', now() from person`,
      [companyId, userId],
    );
    const removals = [
      ['select from companies where id = $1 for no key update', [companyId]],
      ['delete from members where company_id = $1 and user_id = $2', [companyId, userId]],
      ['delete from users where id = $1', [userId]],
    ] as const;
    const change = { companyId, userId, role: 'manager' } as const;
    const code = await withOpenTransaction(app, removals, () =>
      admin.codeOf('PATCH /companies/{companyId}/members/{userId}', change),
    );
    expect(code).toBe('member.missing');
  });

  test('a worklog that is deleted concurrently, as by undoing its import', async () => {
    const { id: companyId, worker, project } = company;
    const { id: worklogId } = await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId,
      taskId: project.timedTaskId,
      start: '2026-03-05T09:00',
      end: '2026-03-05T10:00',
    });
    const removals = [
      ['delete from notices where company_id = $1 and worklog_id = $2', [companyId, worklogId]],
      ['delete from worklog_events where company_id = $1 and worklog_id = $2', [companyId, worklogId]],
      removalOf('worklogs', worklogId),
    ] as const;
    const change = { companyId, worklogId, version: 1, notes: 'Kept' };
    const code = await withOpenTransaction(app, removals, () =>
      worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', change),
    );
    expect(code).toBe('worklog.missing');
  });

  test('an import of history that is discarded concurrently, with its files', async () => {
    const { id: companyId, admin } = company;
    const importId = randomUUID();
    await app.superuser.query(
      `with started as (
         insert into history_imports (company_id, id, started_by, created_at, zone) values ($1, $2, $3, now(), 'UTC')
         returning company_id, id)
       insert into history_files (company_id, import_id, number, name) select company_id, id, 1, 'times.csv' from started`,
      [companyId, importId, admin.userId],
    );
    const removals = [
      ['delete from history_files where company_id = $1 and import_id = $2', [companyId, importId]] as const,
      removalOf('history_imports', importId),
    ];
    const code = await withOpenTransaction(app, removals, () =>
      admin.codeOf('POST /companies/{companyId}/history-imports/{importId}/run', { companyId, importId }),
    );
    expect(code).toBe('history-import.missing');
  });

  test('an import that is cleaned up concurrently', async () => {
    const { id: companyId, admin } = company;
    const run = await admin.ok('POST /companies/{companyId}/imports', {
      companyId,
      text: `email\n${randomUUID()}@example.test`,
      fileName: 'people.csv',
      role: 'worker',
    });
    await app.superuser.query('delete from imports where company_id = $1 and id = $2', [companyId, run.id]);
    expect(await admin.codeOf('GET /companies/{companyId}/imports/{importId}', { companyId, importId: run.id })).toBe(
      'import.missing',
    );
  });
});
