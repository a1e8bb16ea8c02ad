// Clients, projects, tasks and tags of the imported rows: `history_targets`, a temporary table with a row for each combination, and what is
// missing of them created in a run. Names are compared without case, as everywhere; a project belongs to its client.

import type { PoolClient } from 'pg';
import type { Role } from '#domain/permissions.ts';

type Targets = { companyId: string; importId: string; projectName: string; taskName: string };

/**
 * After `checkRows`. Tools write that nothing is billable where it is not used (Toggl Track without a paid plan): then the files know
 * nothing of it. A new task of which no row is billable is not billable.
 */
export async function collectTargets(client: PoolClient, targets: Targets): Promise<void> {
  const { companyId, importId, projectName, taskName } = targets;
  const known = await findKnown(client, targets);
  await client.query(
    `create temp table history_targets on commit drop as
     select distinct on (client_key, project_key, task_key) t.*, t.project_key as source_project_key, t.task_key as source_task_key,
       null::uuid as client_id, null::uuid as project_id, null::uuid as task_id, $5::boolean as knows_billable, $6::boolean as knows_clients,
       not $5 or bool_or(coalesce(r.is_billable, true)) over (partition by client_key, project_key, task_key) as is_billable
     from history_rows r join checked_rows v using (file_number, line), lateral (
       select lower(r.client) as client_key, r.client, coalesce(nullif(r.project, ''), $3) as project,
         lower(coalesce(nullif(r.project, ''), $3)) as project_key, coalesce(nullif(r.task, ''), $4) as task,
         lower(coalesce(nullif(r.task, ''), $4)) as task_key) t
     where r.company_id = $1 and r.import_id = $2 and v.verdict in ('new', 'shortened', 'overlapping', 'placed', 'length-only')
     order by client_key, project_key, task_key, r.file_number, r.line`,
    [companyId, importId, projectName, taskName, known.billable, known.clients],
  );
  await client.query('create index on history_targets (client_key, source_project_key, source_task_key)');
  await client.query('analyze history_targets');
  await matchTargets(client, companyId);
  // A task of that name may be for expenses.
  await client.query(
    `update history_targets t set task = left(t.task, 110) || ' (time)', task_key = lower(left(t.task, 110) || ' (time)')
     where exists (select from tasks k where k.company_id = $1 and k.project_id = t.project_id and k.kind <> 'timed' and lower(k.name) = t.task_key)`,
    [companyId],
  );
  await matchTargets(client, companyId);
  await collectTags(client, targets);
}

/** Before the rows are joined: as a part of that query, it would be planned for one row and executed for each. */
async function findKnown(
  client: PoolClient,
  { companyId, importId }: Targets,
): Promise<{ billable: boolean; clients: boolean }> {
  const { rows } = await client.query<{ billable: boolean | null; clients: boolean | null }>(
    `select bool_or(is_billable) as billable, bool_or(client <> '') as clients
     from history_rows where company_id = $1 and import_id = $2`,
    [companyId, importId],
  );
  return { billable: rows[0]?.billable ?? false, clients: rows[0]?.clients ?? false };
}

/** `history_tags`: the tags of the imported rows, with their ids if they exist. */
async function collectTags(client: PoolClient, { companyId, importId }: Targets): Promise<void> {
  await client.query(
    `create temp table history_tags on commit drop as
     select t.key, t.name, g.id as tag_id from (
       select distinct on (lower(t.name)) lower(t.name) as key, t.name
       from history_rows r join checked_rows v using (file_number, line), jsonb_array_elements_text(r.tags) as t (name)
       where r.company_id = $1 and r.import_id = $2 and v.verdict in ('new', 'shortened', 'overlapping', 'placed', 'length-only')
       order by lower(t.name), r.file_number, r.line) t
     left join tags g on g.company_id = $1 and lower(g.name) = t.key`,
    [companyId, importId],
  );
}

async function matchTargets(client: PoolClient, companyId: string): Promise<void> {
  const key = [companyId];
  await client.query(
    `update history_targets t set client_id = c.id from clients c
     where c.company_id = $1 and t.client_id is null and t.client_key <> '' and lower(c.name) = t.client_key`,
    key,
  );
  // Of an active and an archived project the active one counts. Files that know nothing of clients mean the only project of a name.
  await client.query(
    `update history_targets t set project_id = coalesce(
       (select p.id from projects p where p.company_id = $1 and lower(p.name) = t.project_key
          and p.client_id is not distinct from t.client_id
        order by p.archived_at nulls first, p.id desc limit 1),
       (select (array_agg(p.id order by p.archived_at nulls first, p.id desc))[1] from projects p
        where not t.knows_clients and p.company_id = $1 and lower(p.name) = t.project_key having count(distinct p.client_id) = 1))
     where t.project_id is null and (t.client_key = '' or t.client_id is not null)`,
    key,
  );
  await client.query(
    `update history_targets t set task_id = k.id from tasks k
     where k.company_id = $1 and k.project_id = t.project_id and k.kind = 'timed' and lower(k.name) = t.task_key and t.task_id is null`,
    key,
  );
}

export type Creates = { people: number; clients: number; projects: number; tasks: number; tags: number };

export async function countCreates(client: PoolClient): Promise<Creates> {
  const { rows } = await client.query<Creates>(
    `select (select count(distinct who) from checked_rows where worker_id is null
         and verdict in ('new', 'shortened', 'overlapping', 'placed', 'length-only'))::int as people,
       (select count(distinct client_key) from history_targets where client_id is null and client_key <> '')::int as clients,
       (select count(distinct (client_key, project_key)) from history_targets where project_id is null)::int as projects,
       (select count(*) from history_targets where task_id is null)::int as tasks,
       (select count(*) from history_tags where tag_id is null)::int as tags`,
  );
  return rows[0] ?? { people: 0, clients: 0, projects: 0, tasks: 0, tags: 0 };
}

/** Names that somebody else creates at the same time are found instead. */
export async function createTargets(client: PoolClient, { companyId, importId }: Targets): Promise<void> {
  const key = [companyId, importId];
  await client.query(
    `with made as (
       insert into clients (company_id, id, name)
       select distinct on (client_key) $1::uuid, gen_random_uuid(), client from history_targets where client_id is null and client_key <> ''
       on conflict do nothing returning id)
     insert into history_creations (company_id, import_id, id, client_id) select $1, $2, gen_random_uuid(), id from made`,
    key,
  );
  await matchTargets(client, companyId);
  await client.query(
    `with made as (
       insert into projects (company_id, id, name, client_id, for_everyone)
       select distinct on (client_key, project_key) $1::uuid, gen_random_uuid(), project, client_id, false
       from history_targets where project_id is null
       on conflict do nothing returning id)
     insert into history_creations (company_id, import_id, id, project_id) select $1, $2, gen_random_uuid(), id from made`,
    key,
  );
  await matchTargets(client, companyId);
  await client.query(
    `with made as (
       insert into tasks (company_id, id, project_id, name, kind, is_billable)
       select $1::uuid, gen_random_uuid(), project_id, task, 'timed', is_billable from history_targets where task_id is null
       on conflict do nothing returning id)
     insert into history_creations (company_id, import_id, id, task_id) select $1, $2, gen_random_uuid(), id from made`,
    key,
  );
  await matchTargets(client, companyId);
  await client.query(
    `with made as (
       insert into tags (company_id, id, name) select $1::uuid, gen_random_uuid(), name from history_tags where tag_id is null
       on conflict do nothing returning id)
     insert into history_creations (company_id, import_id, id, tag_id) select $1, $2, gen_random_uuid(), id from made`,
    key,
  );
}

/** Active members who log time continue on the projects that came with their history. */
export async function assignWorkers(
  client: PoolClient,
  { companyId, importId, loggers }: Targets & { loggers: readonly Role[] },
): Promise<void> {
  await client.query(
    `insert into project_workers (company_id, project_id, user_id)
     select distinct $1::uuid, n.project_id, n.worker_id from history_new n
     join history_creations c on c.company_id = $1 and c.import_id = $2 and c.project_id = n.project_id
     join members m on m.company_id = $1 and m.user_id = n.worker_id and m.role = any($3::text[]) and m.deactivated_at is null
     on conflict do nothing`,
    [companyId, importId, loggers],
  );
}
