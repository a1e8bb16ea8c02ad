-- Billable and other worklogs are summed separately. The previous release adds up the sums of both.
set local lock_timeout = '2s';

alter table day_sums drop constraint day_sums_pkey, add constraint day_sums_pkey primary key using index day_sums_key;
alter table month_sums drop constraint month_sums_pkey, add constraint month_sums_pkey primary key using index month_sums_key;

-- As before (0062), with the new key.
create or replace function fold_sum_changes(wanted_company uuid, most integer) returns integer
language plpgsql set search_path = public, pg_catalog as $$
declare
  taken   bigint[];
  touched date[];
begin
  if not pg_try_advisory_xact_lock(sums_lock(wanted_company)) then
    return 0;
  end if;
  select array_agg(c.id), array_agg(distinct c.day) into taken, touched from (
    select id, day from sum_changes where company_id = wanted_company order by id limit most) c;
  if taken is null then
    return 0;
  end if;
  insert into day_sums as s (company_id, day, project_id, kind, status, currency, is_billable, entries, minutes, amount_minor)
    select c.company_id, c.day, c.project_id, c.kind, c.status, c.currency, c.is_billable,
      sum(c.entries), sum(c.minutes), sum(c.amount_minor)
    from sum_changes c where c.company_id = wanted_company and c.id = any(taken) group by 1, 2, 3, 4, 5, 6, 7
    on conflict (company_id, day, project_id, kind, status, currency, is_billable) do update set
      entries = s.entries + excluded.entries, minutes = s.minutes + excluded.minutes,
      amount_minor = s.amount_minor + excluded.amount_minor;
  insert into month_sums as s (company_id, month, project_id, task_id, kind, status, currency, is_billable,
      entries, minutes, amount_minor)
    select c.company_id, date_trunc('month', c.day)::date, c.project_id, c.task_id, c.kind, c.status, c.currency, c.is_billable,
      sum(c.entries), sum(c.minutes), sum(c.amount_minor)
    from sum_changes c where c.company_id = wanted_company and c.id = any(taken) group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (company_id, month, project_id, task_id, status, currency, is_billable) do update set
      entries = s.entries + excluded.entries, minutes = s.minutes + excluded.minutes,
      amount_minor = s.amount_minor + excluded.amount_minor;
  insert into budget_checks (company_id, project_id)
    select p.company_id, p.id from projects p
    where p.company_id = wanted_company
      and p.id in (select c.project_id from sum_changes c where c.company_id = wanted_company and c.id = any(taken))
      and (p.budget_minutes is not null or p.budget_minor is not null or exists (
        select from tasks t where t.company_id = p.company_id and t.project_id = p.id
          and (t.budget_minutes is not null or t.budget_minor is not null)))
    order by p.id
    on conflict do nothing;
  delete from sum_changes where company_id = wanted_company and id = any(taken);
  delete from day_sums
    where company_id = wanted_company and day = any(touched) and entries = 0 and minutes = 0 and amount_minor = 0;
  delete from month_sums
    where company_id = wanted_company and month in (select date_trunc('month', day)::date from unnest(touched) day)
      and entries = 0 and minutes = 0 and amount_minor = 0;
  return cardinality(taken);
end $$;

-- As before (0023), with the new key.
create or replace function rebuild_sums(wanted_company uuid) returns void
language plpgsql set search_path = public, pg_catalog as $$
begin
  delete from sum_changes where company_id = wanted_company;
  delete from day_sums where company_id = wanted_company;
  delete from month_sums where company_id = wanted_company;
  insert into day_sums (company_id, day, project_id, kind, status, currency, is_billable, entries, minutes, amount_minor)
    select company_id, day, project_id, kind, status, currency, is_billable,
      count(*), coalesce(sum(minutes), 0), coalesce(sum(amount_minor), 0)
    from worklogs where company_id = wanted_company and status <> 'deleted'
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7;
  insert into month_sums (company_id, month, project_id, task_id, kind, status, currency, is_billable,
      entries, minutes, amount_minor)
    select company_id, date_trunc('month', day)::date, project_id, task_id, kind, status, currency, is_billable,
      count(*), coalesce(sum(minutes), 0), coalesce(sum(amount_minor), 0)
    from worklogs where company_id = wanted_company and status <> 'deleted'
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 6, 7, 8;
end $$;
