-- As before (0085), but the company is a value when the query is planned: only by that Citus finds its node. With current_company() in the
-- query, no mail or notification could be sent to a person who had declined some mails or turned notifications on.
set local lock_timeout = '2s';

create or replace function is_in_current_company(person uuid) returns boolean
language plpgsql stable cost 10000 set search_path = public, pg_catalog as $$
declare company uuid := current_company();
begin
  return exists (select from members m where m.company_id = company and m.user_id = person);
end $$;
