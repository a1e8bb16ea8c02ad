// Undoes an import: deletes its worklogs with their history, then what it created and nothing else refers to. Only while none of its worklogs
// was changed, and not in a period that was closed since.

import type { PoolClient } from 'pg';
import type { ReasonCode } from '#domain/reasons.ts';
import { newId } from '../db/ids.ts';
import type { HistoryStep } from './write-history.ts';

/** The reason why it cannot be undone, or null. */
export async function undoImport(client: PoolClient, run: HistoryStep): Promise<ReasonCode | null> {
  const { companyId, importId } = run;
  await client.query('select from companies where id = $1 for no key update', [companyId]);
  await client.query('select from members where company_id = $1 order by user_id for no key update', [companyId]);
  await client.query(
    `create temp table undone_worklogs on commit drop as
     select w.id, w.version, w.day, exists (select from receipts r where r.company_id = $1 and r.worklog_id = w.id) as has_receipts
     from imported_worklogs k join worklogs w on w.company_id = k.company_id and w.id = k.worklog_id
     where k.company_id = $1 and k.import_id = $2 for update of w`,
    [companyId, importId],
  );
  const problem = await findProblem(client, run);
  if (problem !== null) return problem;
  const total = await deleteWorklogs(client, run);
  await deleteCreations(client, run);
  await client.query(
    `insert into audit_events (company_id, id, kind, at, actor_id, about, from_value)
     values ($1, $2, 'history-undone', now(), $3, nullif(left($4, 100), ''), $5)`,
    [companyId, newId(), run.actorId, run.fileNames, String(total)],
  );
  return null;
}

/** What was imported before the lock date, as somebody confirmed, was in no period that was locked since. */
async function findProblem(client: PoolClient, run: HistoryStep): Promise<ReasonCode | null> {
  const { companyId, importId, intoLocked, lockedUntil } = run;
  const { rows } = await client.query<{ changed: boolean; locked: boolean }>(
    `select coalesce(bool_or(w.version > 1 or w.has_receipts), false) as changed, coalesce(bool_or(w.day <= $1::date and (not $2::boolean or exists (
       select from company_events e join history_imports i on i.company_id = $3 and i.id = $4
       where e.company_id = $3 and e.at > i.finished_at and e.to_day >= w.day and coalesce(e.from_day < w.day, true)))), false) as locked
     from undone_worklogs w`,
    [lockedUntil, intoLocked, companyId, importId],
  );
  if (rows[0]?.changed) return 'history-import.worklogs-changed';
  return rows[0]?.locked ? 'history-import.period-locked' : null;
}

async function deleteWorklogs(client: PoolClient, { companyId, importId }: HistoryStep): Promise<number> {
  await client.query('delete from imported_worklogs where company_id = $1 and import_id = $2', [companyId, importId]);
  for (const table of ['notices', 'worklog_tags', 'worklog_events'])
    await client.query(
      `delete from ${table} where company_id = $1 and worklog_id in (select id from undone_worklogs)`,
      [companyId],
    );
  const { rowCount } = await client.query(
    'delete from worklogs where company_id = $1 and id in (select id from undone_worklogs)',
    [companyId],
  );
  return rowCount ?? 0;
}

type Creation = { kind: 'task' | 'project' | 'client' | 'member' | 'tag'; id: string };

/** What something else refers to stays: a task with a new worklog, a project that got a manager. */
async function deleteCreations(client: PoolClient, { companyId, importId }: HistoryStep): Promise<void> {
  const key = [companyId, importId];
  await client.query(
    `delete from project_workers w using history_creations c
     where c.company_id = $1 and c.import_id = $2 and w.company_id = $1 and w.project_id = c.project_id`,
    key,
  );
  const { rows } = await client.query<Creation>(
    `select o.kind, o.id from history_creations c, lateral (values (1, 'task', c.task_id), (2, 'project', c.project_id),
       (3, 'client', c.client_id), (4, 'member', c.user_id), (5, 'tag', c.tag_id)) as o (step, kind, id)
     where c.company_id = $1 and c.import_id = $2 and o.id is not null order by o.step`,
    key,
  );
  for (const creation of rows) await deleteUnused(client, companyId, creation);
}

const statements = {
  task: ['delete from tasks where company_id = $1 and id = $2'],
  project: ['delete from projects where company_id = $1 and id = $2 and version = 1'],
  client: ['delete from clients where company_id = $1 and id = $2'],
  tag: ['delete from tags where company_id = $1 and id = $2'],
  member: [
    'delete from imported_people where company_id = $1 and user_id = $2',
    'update history_people set user_id = null where company_id = $1 and user_id = $2',
    'delete from members where company_id = $1 and user_id = $2 and deactivated_at is not null',
    'delete from users where id = $2 and closed_at is not null and $1::uuid is not null',
  ],
} as const;

/** There are as many as projects, tasks and people, so one by one; a foreign key says what is in use. */
async function deleteUnused(client: PoolClient, companyId: string, { kind, id }: Creation): Promise<void> {
  await client.query('savepoint before_creation');
  try {
    for (const statement of statements[kind]) await client.query(statement, [companyId, id]);
    await client.query('release savepoint before_creation');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error;
    await client.query('rollback to savepoint before_creation');
  }
}
