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

-- As before (0062), but each table is compared with the company itself: only then does Citus read it on the node of the trigger.
create or replace function copy_row_values() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  select case new.move when 'reopen' then jsonb_build_object('allowsOverlap', w.allows_overlap)
    else worklog_values(to_jsonb(w)) || jsonb_build_object('receiptIds', (
      select coalesce(jsonb_agg(r.id order by r.position), '[]') from receipts r
      where r.company_id = new.company_id and r.worklog_id = w.id and r.removed_at is null)) end
    into new.row_values
    from worklogs w where w.company_id = new.company_id and w.id = new.worklog_id;
  return new;
end $$;
