-- Notifications on devices (Web Push): the key pair of the installation, the devices of a person, and the hours without notifications.
set local lock_timeout = '2s';

-- Sealed like signing_keys; one that another APP_SECRET sealed is not used any more, nor are its subscriptions.
create table push_keys (
  public_key     text primary key,
  sealed_private bytea not null,
  created_at     timestamptz not null default now()
);
grant select, insert on push_keys to daybook_app;

-- A subscription ends with its session, in whatever way that ends.
create table push_subscriptions (
  id            uuid primary key,
  user_id       uuid not null references users (id) on delete cascade,
  session_id    uuid not null unique references sessions (id) on delete cascade,
  -- A browser has one for all people who sign in there.
  endpoint_hash text not null unique,
  sealed        bytea not null,
  created_at    timestamptz not null default now()
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

create table quiet_hours (
  user_id   uuid primary key references users (id) on delete cascade,
  from_time text not null,
  to_time   text not null,
  zone      text not null
);

do $$
declare t text;
begin
  foreach t in array array['push_subscriptions', 'quiet_hours'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own on %I using (user_id = current_person()) with check (user_id = current_person())', t);
    -- For what is sent to the members of a company.
    execute format('create policy of_members on %I for select using (current_company() is not null and is_in_current_company(user_id))', t);
  end loop;
end $$;

-- A person who subscribes in a browser takes it over from the person who did before: the address is known to that browser only.
create policy of_browser on push_subscriptions for select
  using (endpoint_hash = nullif(current_setting('app.push_endpoint', true), ''));
create policy of_browser_removed on push_subscriptions for delete
  using (endpoint_hash = nullif(current_setting('app.push_endpoint', true), ''));
grant select, insert, delete on push_subscriptions to daybook_app;
grant select, insert, update, delete on quiet_hours to daybook_app;

-- Two at a time for each company: a push service that answers slowly holds up nobody else's.
create or replace function mail_queue(identifier text, payload json) returns text
language sql stable set search_path = pg_catalog as $$
  select case
    when identifier in ('send-mail', 'send-notice', 'send-report') then
      'mail ' || coalesce(
        payload ->> 'companyId',
        payload -> 'importRow' ->> 'companyId',
        nullif(current_setting('app.company_id', true), ''),
        'domain ' || md5(lower(split_part(payload ->> 'to', '@', 2))))
      || ' ' || (hashtext(coalesce(payload ->> 'userId', payload ->> 'to')) & 1)
    when identifier = 'send-push' then
      'push ' || (payload ->> 'companyId') || ' ' || (hashtext(payload ->> 'userId') & 1)
  end
$$;
