-- Kept sums (decision 024): what the worklogs of a company add up to, by project and day and by task and month.
-- Whoever writes worklogs only adds to sum_changes, in the same transaction, so nobody waits for a shared row; a job folds
-- changes into sums. A reader adds sums and changes in one statement, hence one snapshot: exact at every instant.
-- Building them makes writers of worklogs wait, some seconds for each million.
set local lock_timeout = '2s';

-- Derived from rows that carry the foreign keys; keys of their own would only lock projects and tasks once more.
create table day_sums (
  company_id   uuid not null,
  day          date not null,
  project_id   uuid not null,
  kind         text not null check (kind in ('timed', 'expense')),
  status       text not null check (status in ('pending', 'approved', 'rejected')),
  currency     text not null,
  entries      bigint not null,
  minutes      bigint not null,
  amount_minor bigint not null,
  primary key (company_id, day, project_id, kind, status, currency)
) with (fillfactor = 80);

create table month_sums (
  company_id   uuid not null,
  -- Its first day.
  month        date not null check (extract(day from month) = 1),
  project_id   uuid not null,
  task_id      uuid not null,
  kind         text not null check (kind in ('timed', 'expense')),
  status       text not null check (status in ('pending', 'approved', 'rejected')),
  currency     text not null,
  entries      bigint not null,
  minutes      bigint not null,
  amount_minor bigint not null,
  primary key (company_id, month, project_id, task_id, status, currency)
) with (fillfactor = 80);

-- Emptied every minute: what is dead has to go soon.
create table sum_changes (
  company_id   uuid not null,
  id           bigint not null generated always as identity,
  day          date not null,
  project_id   uuid not null,
  task_id      uuid not null,
  kind         text not null check (kind in ('timed', 'expense')),
  status       text not null check (status in ('pending', 'approved', 'rejected')),
  currency     text not null,
  entries      bigint not null,
  minutes      bigint not null,
  amount_minor bigint not null,
  primary key (company_id, id)
) with (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0.05);

do $$
declare t text;
begin
  foreach t in array array['day_sums', 'month_sums', 'sum_changes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))', t);
  end loop;
end $$;
grant select on day_sums, month_sums to daybook_app;
grant select, insert on sum_changes to daybook_app;

-- The job that folds runs as the owner and has to find the companies; what it does, it does inside of one.
create policy due on sum_changes for select to current_user using ((select current_company()) is null);

-- Held by whoever folds or rebuilds the sums of the company.
create function sums_lock(company uuid) returns bigint
language sql immutable as $$ select hashtextextended('daybook sums ' || company, 0) $$;

-- What one statement changes, grouped: deciding a hundred worklogs adds a few rows. With the rights of whoever writes.
create function note_sum_changes() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    insert into sum_changes (company_id, day, project_id, task_id, kind, status, currency, entries, minutes, amount_minor)
    select w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
      count(*), coalesce(sum(w.minutes), 0), coalesce(sum(w.amount_minor), 0)
    from added w where w.status <> 'deleted'
    group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into sum_changes (company_id, day, project_id, task_id, kind, status, currency, entries, minutes, amount_minor)
    select w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
      -count(*), -coalesce(sum(w.minutes), 0), -coalesce(sum(w.amount_minor), 0)
    from removed w where w.status <> 'deleted'
    group by 1, 2, 3, 4, 5, 6, 7;
  else
    insert into sum_changes (company_id, day, project_id, task_id, kind, status, currency, entries, minutes, amount_minor)
    select w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
      sum(w.sign), coalesce(sum(w.sign * w.minutes), 0), coalesce(sum(w.sign * w.amount_minor), 0)
    from (
      select 1 as sign, company_id, day, project_id, task_id, kind, status, currency, minutes, amount_minor from added
      union all
      select -1, company_id, day, project_id, task_id, kind, status, currency, minutes, amount_minor from removed) w
    where w.status <> 'deleted'
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(w.sign) <> 0 or coalesce(sum(w.sign * w.minutes), 0) <> 0 or coalesce(sum(w.sign * w.amount_minor), 0) <> 0;
  end if;
  return null;
end $$;

create trigger worklogs_sums_added after insert on worklogs
  referencing new table as added for each statement execute function note_sum_changes();
create trigger worklogs_sums_moved after update on worklogs
  referencing old table as removed new table as added for each statement execute function note_sum_changes();
create trigger worklogs_sums_removed after delete on worklogs
  referencing old table as removed for each statement execute function note_sum_changes();

-- Takes up to so many changes of the company out and adds them to its sums; answers how many. One at a time: whoever comes
-- second takes none. What adds up to nothing goes, so that sums are as many as there is something to tell of.
create function fold_sum_changes(wanted_company uuid, most integer) returns integer
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
      amount_minor = s.amount_minor + excluded.amount_minor)
  select count(*), array_agg(distinct day) into folded, touched from taken;
  delete from day_sums
    where company_id = wanted_company and day = any(touched) and entries = 0 and minutes = 0 and amount_minor = 0;
  delete from month_sums
    where company_id = wanted_company and month in (select date_trunc('month', day)::date from unnest(touched) day)
      and entries = 0 and minutes = 0 and amount_minor = 0;
  return folded;
end $$;

-- The sums of the company from its rows, as the statement sees them. Only in a transaction with one snapshot for all of them
-- (repeatable read), or while nobody writes: then what others write meanwhile stays among the changes.
create function rebuild_sums(wanted_company uuid) returns void
language plpgsql set search_path = public, pg_catalog as $$
begin
  delete from sum_changes where company_id = wanted_company;
  delete from day_sums where company_id = wanted_company;
  delete from month_sums where company_id = wanted_company;
  insert into day_sums
    select company_id, day, project_id, kind, status, currency, count(*), coalesce(sum(minutes), 0), coalesce(sum(amount_minor), 0)
    from worklogs where company_id = wanted_company and status <> 'deleted' group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
  insert into month_sums
    select company_id, date_trunc('month', day)::date, project_id, task_id, kind, status, currency,
      count(*), coalesce(sum(minutes), 0), coalesce(sum(amount_minor), 0)
    from worklogs where company_id = wanted_company and status <> 'deleted' group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 6, 7;
end $$;

-- The triggers hold the lock that keeps writers waiting.
do $$
declare company uuid;
begin
  for company in select id from companies loop
    perform set_config('app.company_id', company::text, true);
    perform rebuild_sums(company);
  end loop;
  perform set_config('app.company_id', '', true);
end $$;
