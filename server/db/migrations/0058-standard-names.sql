-- Functions, a trigger and indexes get names that say what they do: `lock_…` takes locks, `notify_…` sends a notification, and a
-- column of the event is copied from the row. Nothing else changes. The previous release calls hold_membership_facts and hold_task,
-- so both stay; a later migration drops them. The rest is used by triggers and by the planner, which know it by its identity.
set local lock_timeout = '2s';

-- Each statement of a volatile function sees what was committed before it: what follows a lock sees what the lock waited for.
-- Of an active member; null for anybody else.
create function lock_membership_facts(wanted_company uuid, person uuid) returns jsonb
language plpgsql volatile set search_path = public, pg_catalog as $$
begin
  perform from companies c where c.id = wanted_company for share;
  return membership_facts(wanted_company, person);
end $$;
grant execute on function lock_membership_facts(uuid, uuid) to daybook_app;
comment on function hold_membership_facts(uuid, uuid) is 'for the previous release';

-- No row if there is no such task.
create function lock_task(wanted_company uuid, wanted_task uuid, person uuid)
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
grant execute on function lock_task(uuid, uuid, uuid) to daybook_app;
comment on function hold_task(uuid, uuid, uuid) is 'for the previous release';

alter function hold_row_values() rename to copy_row_values;
alter trigger worklog_events_hold_values on worklog_events rename to worklog_events_copy_row_values;

alter function tell_changed_rights() rename to notify_changed_rights;
alter function tell_new_rights() rename to notify_new_rights;
alter function tell_changed_plan() rename to notify_changed_plan;

alter index worklogs_to_mend rename to worklogs_to_correct;
alter index receipts_to_forget rename to receipts_unused;
