-- Who manages a project is notified when 80 or 100 % of one of its budgets is used (decision 049).
set local lock_timeout = '2s';

-- Projects whose budgets are to be compared with their use, because either changed. The key keeps two runs of the job from
-- checking the same project at once. No foreign key: it would lock the project, and a project is never deleted.
create table budget_checks (
  company_id uuid not null,
  project_id uuid not null,
  primary key (company_id, project_id)
);

-- The highest threshold that each budget has reached. Its row goes when the use falls below the lowest threshold.
create table budget_alerts (
  company_id uuid not null,
  project_id uuid not null,
  -- Null: the budget of the whole project.
  task_id    uuid,
  measure    text not null check (measure in ('minutes', 'money')),
  threshold  smallint not null check (threshold in (80, 100)),
  -- Of which budget this was the share: a changed budget is a new one.
  budget     bigint not null,
  budget_of  uuid not null generated always as (coalesce(task_id, project_id)) stored,
  primary key (company_id, budget_of, measure),
  foreign key (company_id, project_id) references projects (company_id, id),
  foreign key (company_id, task_id) references tasks (company_id, id) on delete cascade
);
create index budget_alerts_of_project on budget_alerts (company_id, project_id);
create index budget_alerts_of_task on budget_alerts (company_id, task_id);

do $$
declare t text;
begin
  foreach t in array array['budget_checks', 'budget_alerts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))', t);
  end loop;
end $$;
grant select, insert, delete on budget_checks to daybook_app;
-- Rows to be deleted are locked first, which needs the privilege to update a column.
grant update (project_id) on budget_checks to daybook_app;
grant select, insert, delete on budget_alerts to daybook_app;

-- The job runs as the owner and has to find the companies; what it does, it does inside of one.
create policy due on budget_checks for select to current_user using ((select current_company()) is null);

-- As before (0023), and asks for a check of the projects with budgets whose sums it changes.
create or replace function fold_sum_changes(wanted_company uuid, most integer) returns integer
language plpgsql set search_path = public, pg_catalog as $$
declare
  folded  integer;
  touched date[];
begin
  if not pg_try_advisory_xact_lock(sums_lock(wanted_company)) then
    return 0;
  end if;
  with taken as (
    delete from sum_changes where company_id = wanted_company and id in (
      select id from sum_changes where company_id = wanted_company order by id limit most)
    returning *),
  days as (
    insert into day_sums as s
    select company_id, day, project_id, kind, status, currency, sum(entries), sum(minutes), sum(amount_minor)
    from taken group by 1, 2, 3, 4, 5, 6
    on conflict (company_id, day, project_id, kind, status, currency) do update set
      entries = s.entries + excluded.entries, minutes = s.minutes + excluded.minutes,
      amount_minor = s.amount_minor + excluded.amount_minor),
  months as (
    insert into month_sums as s
    select company_id, date_trunc('month', day)::date, project_id, task_id, kind, status, currency,
      sum(entries), sum(minutes), sum(amount_minor)
    from taken group by 1, 2, 3, 4, 5, 6, 7
    on conflict (company_id, month, project_id, task_id, status, currency) do update set
      entries = s.entries + excluded.entries, minutes = s.minutes + excluded.minutes,
      amount_minor = s.amount_minor + excluded.amount_minor),
  checks as (
    insert into budget_checks
    select wanted_company, p.id from projects p
    where p.company_id = wanted_company and p.id in (select project_id from taken)
      and (p.budget_minutes is not null or p.budget_minor is not null or exists (
        select from tasks t where t.company_id = p.company_id and t.project_id = p.id
          and (t.budget_minutes is not null or t.budget_minor is not null)))
    order by p.id
    on conflict do nothing)
  select count(*), array_agg(distinct day) into folded, touched from taken;
  delete from day_sums
    where company_id = wanted_company and day = any(touched) and entries = 0 and minutes = 0 and amount_minor = 0;
  delete from month_sums
    where company_id = wanted_company and month in (select date_trunc('month', day)::date from unnest(touched) day)
      and entries = 0 and minutes = 0 and amount_minor = 0;
  return folded;
end $$;

-- Budgets of today are checked once.
do $$
declare company uuid;
begin
  for company in select id from companies loop
    perform set_config('app.company_id', company::text, true);
    insert into budget_checks select company_id, id from projects
      where company_id = company and archived_at is null;
  end loop;
  perform set_config('app.company_id', '', true);
end $$;

-- One more kind of mail that a person may decline.
alter table declined_mails drop constraint declined_mails_kind_check;
alter table declined_mails add constraint declined_mails_kind_check
  check (kind in ('decisions', 'waiting', 'empty-week', 'stand-in', 'report', 'budget')) not valid;
