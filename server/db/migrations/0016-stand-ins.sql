-- Stand-ins: an approver names another member who decides in their place between two days of the company, both included.
-- What it gives is judged at every request from the roles of both as they are then (domain/stand-ins.ts).
set local lock_timeout = '2s';

create table stand_ins (
  company_id  uuid not null references companies (id),
  id          uuid not null,
  approver_id uuid not null,
  stand_in_id uuid not null,
  from_day    date not null,
  to_day      date not null,
  created_at  timestamptz not null default now(),
  -- Taken back, or one of the two left the company.
  ended_at    timestamptz,
  primary key (company_id, id),
  foreign key (company_id, approver_id) references members (company_id, user_id),
  foreign key (company_id, stand_in_id) references members (company_id, user_id),
  constraint stand_ins_are_others check (stand_in_id <> approver_id),
  constraint stand_ins_last_at_most_a_year check (to_day between from_day and from_day + 365),
  constraint stand_ins_one_at_a_time exclude using gist (
    company_id with =, approver_id with =, daterange(from_day, to_day, '[]') with &&
  ) where (ended_at is null)
);
create index stand_ins_of_stand_in on stand_ins (company_id, stand_in_id, to_day) where ended_at is null;
create index stand_ins_of_approver on stand_ins (company_id, approver_id, id);

alter table stand_ins enable row level security;
alter table stand_ins force row level security;
create policy tenant on stand_ins
  using (company_id = (select current_company())) with check (company_id = (select current_company()));
grant select, insert on stand_ins to daybook_app;
grant update (ended_at) on stand_ins to daybook_app;

-- In whose place somebody decided: in the history for ever, and beside the reviewer of record.
alter table worklog_events
  add column on_behalf_of uuid,
  add foreign key (company_id, on_behalf_of) references members (company_id, user_id);
alter table worklogs
  add column reviewed_for uuid,
  add foreign key (company_id, reviewed_for) references members (company_id, user_id),
  add constraint worklogs_reviewed_for_others check (
    reviewed_for is null or (reviewer_id is not null and reviewed_for <> reviewer_id and reviewed_for <> worker_id));

-- What a request knows of its company and of the person in it; null unless they are an active member.
-- The days are compared in the zone of the company, outside: a day more than may be needed is given.
create function membership_facts(wanted_company uuid, person uuid) returns jsonb
language sql stable set search_path = public, pg_catalog as $$
  select company_facts(c) || jsonb_build_object('role', m.role, 'standsInFor', (
    select coalesce(jsonb_agg(jsonb_build_object(
        'approverId', s.approver_id, 'role', a.role, 'fromDay', s.from_day, 'toDay', s.to_day) order by s.id), '[]')
      from stand_ins s join members a on a.company_id = s.company_id and a.user_id = s.approver_id
      where s.company_id = m.company_id and s.stand_in_id = m.user_id and s.ended_at is null
        and s.to_day >= current_date - 1 and a.deactivated_at is null))
  from members m join companies c on c.id = m.company_id
  where m.company_id = wanted_company and m.user_id = person and m.deactivated_at is null
$$;
grant execute on function membership_facts(uuid, uuid) to daybook_app;

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
      company := membership_facts(wanted_company, (person ->> 'id')::uuid);
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
    company := membership_facts(wanted_company, found_token.user_id);
    if company is null then
      perform set_config('app.company_id', '', true);
    end if;
  end if;
  return jsonb_build_object('person', person, 'company', company, 'token', jsonb_build_object(
    'id', found_token.id, 'limitedTo', found_token.limited_to, 'isReadOnly', found_token.is_read_only));
end $$;
