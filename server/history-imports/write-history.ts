// Writes the worklogs of an import with their events, in slices so that its progress is seen; all in the transaction of the run. People that
// are no members become former members: a closed account with a name, which nobody can sign in to and which uses no seat.

import type { PoolClient } from 'pg';
import type { HistoryStatus } from '#domain/history-imports/limits.ts';
import type { Role } from '#domain/permissions.ts';
import { newId } from '../db/ids.ts';
import { type CheckedImport, withoutNestedLoops } from './check-rows.ts';
import { assignWorkers, createTargets } from './targets.ts';

export type HistoryStep = CheckedImport & {
  actorId: string;
  status: HistoryStatus;
  projectName: string;
  taskName: string;
  fileNames: string;
  currency: string;
  /** Roles that log time in this company. */
  loggers: readonly Role[];
  counts: Record<string, number>;
  creates: Record<string, number>;
};

const sliceRows = 10_000;
const maxAboutLength = 100;

export async function writeHistory(
  client: PoolClient,
  run: HistoryStep,
  report: (done: number) => Promise<void>,
): Promise<void> {
  await createPeople(client, run);
  await rememberPeople(client, run);
  await createTargets(client, run);
  const total = await withoutNestedLoops(client, () => collectWorklogs(client, run));
  await assignWorkers(client, run);
  await releaseIdentities(client, run);
  for (let from = 0; from < total; from += sliceRows) {
    await insertSlice(client, run, from);
    await report(Math.min(total, from + sliceRows));
  }
  const about = [...run.fileNames].slice(0, maxAboutLength).join('');
  await client.query(
    `insert into audit_events (company_id, id, kind, at, actor_id, about, to_value)
     values ($1, $2, 'history-imported', now(), $3, nullif($4, ''), $5)`,
    [run.companyId, newId(), run.actorId, about, String(total)],
  );
}

async function createPeople(client: PoolClient, { companyId, importId }: HistoryStep): Promise<void> {
  const key = [companyId, importId];
  await client.query(
    `create temp table history_newcomers on commit drop as
     select n.*, gen_random_uuid() as id from (
       select distinct on (c.who) c.who, coalesce(nullif(p.name, ''), split_part(p.email, '@', 1)) as name
       from history_people p join checked_rows c on c.person_key = p.person_key
       where p.company_id = $1 and p.import_id = $2 and p.user_id is null
         and c.verdict in ('new', 'shortened', 'overlapping', 'placed', 'length-only')
       order by c.who, p.person_key = c.who desc, p.person_key) n`,
    key,
  );
  await client.query(
    `insert into users (id, name, email, email_verified, closed_at) select id, name, null, false, now() from history_newcomers`,
  );
  await client.query(
    `insert into members (company_id, user_id, role, deactivated_at) select $1, id, 'worker', now() from history_newcomers`,
    [companyId],
  );
  await client.query(
    `insert into history_creations (company_id, import_id, id, user_id) select $1, $2, gen_random_uuid(), id from history_newcomers`,
    key,
  );
  await client.query(
    `update history_people p set user_id = n.id from history_newcomers n
     join (select distinct person_key, who from checked_rows where worker_id is null) c on c.who = n.who
     where p.company_id = $1 and p.import_id = $2 and p.person_key = c.person_key`,
    key,
  );
}

/** Everybody of the files, so that the next import finds them, whether or not somebody chose which member they are. */
async function rememberPeople(client: PoolClient, { companyId, importId }: HistoryStep): Promise<void> {
  const key = [companyId, importId];
  await client.query(
    `insert into imported_people (company_id, person_hash, user_id)
     select $1, sha256(convert_to(person_key, 'UTF8')), user_id from history_people
     where company_id = $1 and import_id = $2 and user_id is not null and person_key <> ''
     on conflict (company_id, person_hash) do update set user_id = excluded.user_id`,
    key,
  );
  // For a file of the same people without addresses, unless two of them have the name.
  await client.query(
    `insert into imported_people (company_id, person_hash, user_id)
     select $1, sha256(convert_to(name_words(name), 'UTF8')), min(user_id::text)::uuid from history_people
     where company_id = $1 and import_id = $2 and user_id is not null and name_words(name) <> ''
     group by name_words(name) having count(distinct user_id) = 1
     on conflict do nothing`,
    key,
  );
}

async function collectWorklogs(client: PoolClient, run: HistoryStep): Promise<number> {
  const { rowCount } = await client.query(
    `create temp table history_new on commit drop as
     select row_number() over (order by c.day, c.file_number, c.line) - 1 as number, gen_random_uuid() as id, c.identity, c.content,
       p.user_id as worker_id, t.project_id, t.task_id, c.starts_at, c.ends_at, c.minutes, c.day, r.notes, r.tags, c.verdict = 'placed' as is_placed,
       coalesce(case when t.knows_billable then r.is_billable end, k.is_billable) as is_billable, c.verdict in ('overlapping', 'length-only') as allows_overlap,
       case when $5 = 'pending' or ($5 = 'as-in-file' and c.is_approved = false) then 'pending' else 'approved' end as status
     from checked_rows c
     join history_rows r on r.company_id = $1 and r.import_id = $2 and r.file_number = c.file_number and r.line = c.line
     join history_people p on p.company_id = $1 and p.import_id = $2 and p.person_key = c.person_key
     join history_targets t on t.client_key = lower(r.client) and t.source_project_key = lower(coalesce(nullif(r.project, ''), $3))
       and t.source_task_key = lower(coalesce(nullif(r.task, ''), $4))
     join tasks k on k.company_id = $1 and k.id = t.task_id
     where c.verdict in ('new', 'shortened', 'overlapping', 'placed', 'length-only')`,
    [run.companyId, run.importId, run.projectName, run.taskName, run.status],
  );
  await client.query('create unique index on history_new (number)');
  await client.query('analyze history_new');
  return rowCount ?? 0;
}

/** What was withdrawn is imported again as a new worklog. The withdrawn one stays in its import, which can therefore not be undone. */
async function releaseIdentities(client: PoolClient, { companyId }: HistoryStep): Promise<void> {
  await client.query(
    `update imported_worklogs k set identity = sha256(k.identity || uuid_send(k.worklog_id)), content = null
     from history_new n where k.company_id = $1 and k.identity = n.identity`,
    [companyId],
  );
}

async function insertSlice(client: PoolClient, run: HistoryStep, from: number): Promise<void> {
  const slice = [run.companyId, from, from + sliceRows];
  await client.query(
    `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, status, starts_at, ends_at, minutes, zone, day, currency,
       notes, allows_overlap, is_billable, is_imported)
     select $1, id, worker_id, project_id, task_id, 'timed', status, starts_at, ends_at, minutes, $4, day, $5, notes, allows_overlap, is_billable, true
     from history_new where number >= $2 and number < $3 order by number`,
    [...slice, run.zone, run.currency],
  );
  // Before the events, which record them.
  await client.query(
    `insert into worklog_tags (company_id, worklog_id, tag_id)
     select $1, n.id, g.id from history_new n, jsonb_array_elements_text(n.tags) as t (name)
     join tags g on g.company_id = $1 and lower(g.name) = lower(t.name)
     where n.number >= $2 and n.number < $3 on conflict do nothing`,
    slice,
  );
  // With the values that the trigger copy_row_values would look up for each row (0069); nothing has receipts here. By `offset 0` each
  // worklog is found by its id: where PostgreSQL knows nothing of the table yet, it would compare all rows with each other.
  await client.query(
    `insert into worklog_events (company_id, id, worklog_id, move, actor_id, at, version, notes, changes, row_values)
     select $1, gen_random_uuid(), w.id, case w.status when 'approved' then 'import-approved' else 'import' end, $4, now(), 1, nullif($5, ''), '{}',
       worklog_values(to_jsonb(w)) || jsonb_build_object('receiptIds', '[]'::jsonb, 'tags', coalesce((
         select jsonb_agg(g.name order by g.name_key, g.id) from worklog_tags wt join tags g on g.company_id = $1 and g.id = wt.tag_id
         where wt.company_id = $1 and wt.worklog_id = w.id), '[]'))
     from history_new n cross join lateral (select * from worklogs where company_id = $1 and id = n.id offset 0) w
     where n.number >= $2 and n.number < $3`,
    [...slice, run.actorId, run.fileNames],
  );
  await client.query(
    `insert into imported_worklogs (company_id, worklog_id, import_id, identity, content, placed_at)
     select $1, id, $4, identity, content, case when is_placed then starts_at end from history_new where number >= $2 and number < $3`,
    [...slice, run.importId],
  );
}
