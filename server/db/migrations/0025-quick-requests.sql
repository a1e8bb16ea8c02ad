-- What a write holds on to before it judges, in one round trip each. Every statement of a volatile function looks anew: what
-- follows a lock sees what the lock waited for. Rows are locked one by one and read afterwards: a wide statement that locks
-- has brought PostgreSQL down (server/worklogs/rows.ts).
set local lock_timeout = '2s';

-- Of an active member; null for anybody else.
create function hold_membership_facts(wanted_company uuid, person uuid) returns jsonb
language plpgsql volatile set search_path = public, pg_catalog as $$
begin
  perform from companies c where c.id = wanted_company for share;
  return membership_facts(wanted_company, person);
end $$;
grant execute on function hold_membership_facts(uuid, uuid) to daybook_app;

-- No row where there is no such task.
create function hold_task(wanted_company uuid, wanted_task uuid, person uuid)
returns table (kind text, project_id uuid, task_closed_at timestamptz, project_archived_at timestamptz,
  project_starts_on date, project_ends_on date, is_assigned boolean)
language plpgsql volatile set search_path = public, pg_catalog as $$
declare
  project uuid;
begin
  select t.project_id into project from tasks t
    where t.company_id = wanted_company and t.id = wanted_task for share;
  perform from projects p where p.company_id = wanted_company and p.id = project for share;
  return query
    select t.kind, t.project_id, t.closed_at, p.archived_at, p.starts_on, p.ends_on,
      p.for_everyone or exists (select from project_workers pw
        where pw.company_id = p.company_id and pw.project_id = p.id and pw.user_id = person)
    from tasks t join projects p on p.company_id = t.company_id and p.id = t.project_id
    where t.company_id = wanted_company and t.id = wanted_task;
end $$;
grant execute on function hold_task(uuid, uuid, uuid) to daybook_app;
