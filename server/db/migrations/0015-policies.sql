-- Policies of a company: the columns have the names of domain/policies.ts, so that a policy is a row there and a column here.
set local lock_timeout = '2s';

alter table companies rename column overlap_policy to "overlaps";
alter table companies
  add column receipt_above_minor     bigint check (receipt_above_minor between 0 and 100000000000),
  add column longest_worklog_minutes integer not null default 1440 check (longest_worklog_minutes between 1 and 1440),
  -- 25 hours: the day on which the clocks go back.
  add column longest_day_minutes     integer check (longest_day_minutes between 1 and 1500),
  add column waiting_mails           text not null default 'daily' check (waiting_mails in ('at-once', 'daily', 'never')),
  add column empty_week_mails        boolean not null default false;

-- The time of a worker on a day is summed at every submit.
create index worklogs_hours_of_day on worklogs (company_id, worker_id, day) include (minutes)
  where kind = 'timed' and status in ('pending', 'approved');

-- The company as a request knows it: every column, named as outside of SQL. What is added to the table is in it by itself.
create function company_facts(company companies) returns jsonb
language sql stable set search_path = public, pg_catalog as $$
  select jsonb_object_agg(lower(left(key, 1)) || substr(replace(initcap(replace(key, '_', ' ')), ' ', ''), 2), value)
  from jsonb_each(to_jsonb(company) - 'created_at')
$$;
grant execute on function company_facts(companies) to daybook_app;

create or replace function open_request(session_token text, wanted_company uuid) returns jsonb
language plpgsql volatile set search_path = public, pg_catalog as $$
declare
  person  jsonb;
  company jsonb;
begin
  perform set_config('app.company_id', '', true), set_config('app.user_id', '', true);
  if session_token is not null then
    select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'isEmailVerified', u.email_verified,
                              'settings', u.settings, 'sessionId', s.id)
      into person
      from sessions s join users u on u.id = s.user_id
      where s.token = encode(sha256(convert_to(session_token, 'UTF8')), 'hex') and s.expires_at > now();
  end if;
  if person is not null then
    perform set_config('app.user_id', person ->> 'id', true);
    if wanted_company is not null then
      perform set_config('app.company_id', wanted_company::text, true);
      select company_facts(c) || jsonb_build_object('role', m.role)
        into company
        from members m join companies c on c.id = m.company_id
        where m.company_id = wanted_company and m.user_id = (person ->> 'id')::uuid and m.deactivated_at is null;
      if company is null then
        perform set_config('app.company_id', '', true);
      end if;
    end if;
  end if;
  return jsonb_build_object('person', person, 'company', company);
end $$;

create or replace function open_token_request(token text, wanted_company uuid) returns jsonb
language plpgsql volatile set search_path = public, pg_catalog as $$
declare
  found_token access_tokens;
  person      jsonb;
  company     jsonb;
begin
  perform set_config('app.company_id', '', true), set_config('app.user_id', '', true);
  select * into found_token from access_tokens t
    where t.token_hash = sha256(convert_to(token, 'UTF8')) and t.expires_at > now();
  if found_token.id is null then
    return jsonb_build_object('person', null, 'company', null, 'token', null);
  end if;
  -- Skipped where another request is just noting the same day: nobody waits for a long download.
  if found_token.last_used_on is distinct from (now() at time zone 'UTC')::date then
    update access_tokens set last_used_on = (now() at time zone 'UTC')::date
      where id in (select id from access_tokens where id = found_token.id for update skip locked);
  end if;
  -- No session: the nil UUID, which no row of sessions has.
  select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'isEmailVerified', u.email_verified,
                            'settings', u.settings, 'sessionId', '00000000-0000-0000-0000-000000000000')
    into person from users u where u.id = found_token.user_id;
  perform set_config('app.user_id', found_token.user_id::text, true);
  if wanted_company is not null and wanted_company = coalesce(found_token.limited_to, wanted_company) then
    perform set_config('app.company_id', wanted_company::text, true);
    select company_facts(c) || jsonb_build_object('role', m.role)
      into company
      from members m join companies c on c.id = m.company_id
      where m.company_id = wanted_company and m.user_id = found_token.user_id and m.deactivated_at is null;
    if company is null then
      perform set_config('app.company_id', '', true);
    end if;
  end if;
  return jsonb_build_object('person', person, 'company', company, 'token', jsonb_build_object(
    'id', found_token.id, 'limitedTo', found_token.limited_to, 'isReadOnly', found_token.is_read_only));
end $$;
