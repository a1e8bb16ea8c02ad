-- Whether worklogs are billable, with the default of their task (decision 071). The previous release knows none of the columns: what it
-- writes is billable. Keys of the sums are replaced in 0074 and 0075; until then every row is billable, and so their sums are the same.
set local lock_timeout = '2s';

alter table tasks add column is_billable boolean not null default true;
alter table worklogs add column is_billable boolean not null default true;
alter table sum_changes add column is_billable boolean not null default true;
alter table day_sums add column is_billable boolean not null default true;
alter table month_sums add column is_billable boolean not null default true;

-- Whether a company shows anything of it: a task or a worklog is not billable. Known with the company itself.
alter table companies add column has_unbillable boolean not null default false;

create function note_unbillable() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  update companies set has_unbillable = true where id = new.company_id and not has_unbillable;
  return null;
end $$;
create trigger worklogs_unbillable_noted after insert or update of is_billable on worklogs
  for each row when (not new.is_billable) execute function note_unbillable();
create trigger tasks_unbillable_noted after insert or update of is_billable on tasks
  for each row when (not new.is_billable) execute function note_unbillable();

-- As before (0058), with the default of the task.
drop function lock_task(uuid, uuid, uuid);
create function lock_task(wanted_company uuid, wanted_task uuid, person uuid)
returns table (kind text, project_id uuid, task_closed_at timestamptz, project_archived_at timestamptz,
  project_starts_on date, project_ends_on date, is_assigned boolean, is_billable boolean)
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
        where pw.company_id = p.company_id and pw.project_id = p.id and pw.user_id = person),
      t.is_billable
    from tasks t join projects p on p.company_id = t.company_id and p.id = t.project_id
    where t.company_id = wanted_company and t.id = wanted_task;
end $$;
grant execute on function lock_task(uuid, uuid, uuid) to daybook_app;

-- As before (0062), with the new value.
create or replace function worklog_values(w jsonb) returns jsonb
language sql stable set search_path = public, pg_catalog as $$
  select jsonb_build_object(
    'projectId', w -> 'project_id', 'taskId', w -> 'task_id', 'kind', w -> 'kind',
    'startsAt', to_char((w ->> 'starts_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char((w ->> 'ends_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'minutes', case when w ->> 'starts_at' is null then w -> 'minutes' end,
    'zone', w -> 'zone', 'day', w -> 'day', 'amountMinor', w -> 'amount_minor', 'currency', w -> 'currency', 'notes', w -> 'notes',
    'isBillable', w -> 'is_billable',
    'allowsOverlap', w -> 'allows_overlap')
$$;

-- As before (0062), with the new key.
create or replace function note_sum_changes() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
declare
  changes sum_changes[];
  one     sum_changes;
begin
  if tg_op = 'INSERT' then
    changes := array(
      select row(w.company_id, null, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
        count(*), coalesce(sum(w.minutes), 0), coalesce(sum(w.amount_minor), 0), w.is_billable)::sum_changes
      from added w where w.status <> 'deleted'
      group by w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency, w.is_billable);
  elsif tg_op = 'DELETE' then
    changes := array(
      select row(w.company_id, null, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
        -count(*), -coalesce(sum(w.minutes), 0), -coalesce(sum(w.amount_minor), 0), w.is_billable)::sum_changes
      from removed w where w.status <> 'deleted'
      group by w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency, w.is_billable);
  else
    changes := array(
      select row(w.company_id, null, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
        sum(w.sign), coalesce(sum(w.sign * w.minutes), 0), coalesce(sum(w.sign * w.amount_minor), 0), w.is_billable)::sum_changes
      from (
        select 1 as sign, company_id, day, project_id, task_id, kind, status, currency, minutes, amount_minor, is_billable from added
        union all
        select -1, company_id, day, project_id, task_id, kind, status, currency, minutes, amount_minor, is_billable from removed) w
      where w.status <> 'deleted'
      group by w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency, w.is_billable
      having sum(w.sign) <> 0 or coalesce(sum(w.sign * w.minutes), 0) <> 0 or coalesce(sum(w.sign * w.amount_minor), 0) <> 0);
  end if;
  foreach one in array changes loop
    insert into sum_changes (company_id, day, project_id, task_id, kind, status, currency, entries, minutes, amount_minor,
      is_billable)
    values (one.company_id, one.day, one.project_id, one.task_id, one.kind, one.status, one.currency,
      one.entries, one.minutes, one.amount_minor, one.is_billable);
  end loop;
  return null;
end $$;
