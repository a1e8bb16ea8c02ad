-- Citus plans no query with parameters inside of an SQL function. In PL/pgSQL, a connection keeps their plans as well.
set local lock_timeout = '2s';

create or replace function is_own_company(company uuid) returns boolean
language plpgsql stable cost 10000 set search_path = public, pg_catalog as $$
begin
  return exists (select from members m where m.company_id = company and m.user_id = current_person())
    or exists (select from invites i where i.company_id = company and i.email = own_email());
end $$;

create or replace function is_in_current_company(person uuid) returns boolean
language plpgsql stable cost 10000 set search_path = public, pg_catalog as $$
begin
  return exists (select from members m where m.company_id = current_company() and m.user_id = person);
end $$;

create or replace function membership_facts(wanted_company uuid, person uuid) returns jsonb
language plpgsql stable set search_path = public, pg_catalog as $$
declare facts jsonb;
begin
  select company_facts(to_jsonb(c)) || jsonb_build_object('role', m.role, 'standsInFor', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'approverId', s.approver_id, 'role', a.role, 'fromDay', s.from_day, 'toDay', s.to_day) order by s.id), '[]')
        from stand_ins s join members a on a.company_id = s.company_id and a.user_id = s.approver_id
        where s.company_id = m.company_id and s.stand_in_id = m.user_id and s.ended_at is null
          and s.to_day >= current_date - 1 and a.deactivated_at is null))
    into facts
    from members m join companies c on c.id = m.company_id
    where m.company_id = wanted_company and m.user_id = person and m.deactivated_at is null;
  return facts;
end $$;

-- As before (0069), but each table is compared with the company itself: only then does Citus read it on the node of the trigger.
create or replace function copy_row_values() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  select case new.move when 'reopen' then jsonb_build_object('allowsOverlap', w.allows_overlap)
    else worklog_values(to_jsonb(w)) || jsonb_build_object(
      'receiptIds', (
        select coalesce(jsonb_agg(r.id order by r.position), '[]') from receipts r
        where r.company_id = new.company_id and r.worklog_id = w.id and r.removed_at is null),
      'tags', (
        select coalesce(jsonb_agg(g.name order by g.name_key, g.id), '[]') from worklog_tags wt
        join tags g on g.company_id = new.company_id and g.id = wt.tag_id
        where wt.company_id = new.company_id and wt.worklog_id = w.id)) end
    into new.row_values
    from worklogs w where w.company_id = new.company_id and w.id = new.worklog_id;
  return new;
end $$;

-- Worklogs of the same worker at the same time as those with `ids`. The plan must not depend on the company: there are no statistics
-- about one that has just been filled, so that one row of it would be expected and each row compared with each other one. `lateral` and
-- `offset 0` make it search the days around each row. Those days are computed before: under row-level security PostgreSQL 15 searches
-- no index by a value that is computed in the condition.
create function overlapping_worklogs(company uuid, ids uuid[], max_days integer)
returns table (subject_id uuid, id uuid, company_id uuid, worker_id uuid, project_id uuid, status text, entered_by uuid,
  starts_at timestamptz, ends_at timestamptz, zone text)
language plpgsql stable set search_path = public, pg_catalog set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select s.id, o.id, o.company_id, o.worker_id, o.project_id, o.status, o.entered_by, o.starts_at, o.ends_at, o.zone
    from (
      select w.*, w.day - max_days as first_day, w.day + max_days as last_day from worklogs w
      where w.company_id = company and w.id = any(ids)
      offset 0) s
    cross join lateral (
      select * from worklogs w
      where w.company_id = company and w.worker_id = s.worker_id and w.id <> s.id
        and w.kind = 'timed' and w.starts_at is not null and w.status in ('pending', 'approved')
        and w.day between s.first_day and s.last_day
        and tstzrange(w.starts_at, w.ends_at) && tstzrange(s.starts_at, s.ends_at)
      offset 0) o;
end $$;
grant execute on function overlapping_worklogs(uuid, uuid[], integer) to daybook_app;
