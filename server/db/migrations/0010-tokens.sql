-- Access tokens, by which programs act for a person, and the keys that sign the claims token for other services.
-- Both belong to people or to the installation, not to a company; a token may be limited to one.
set local lock_timeout = '2s';

-- Only the hash of a token is kept. Ending one deletes its row: there is no state in which it might still work.
create table access_tokens (
  id           uuid primary key,
  user_id      uuid not null references users (id) on delete cascade,
  token_hash   bytea not null unique,
  name         text not null check (length(name) between 1 and 60),
  limited_to   uuid,
  is_read_only boolean not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  -- A day and no more: which hours a person's programs keep is nobody's business, and a row is written once a day.
  last_used_on date,
  check (expires_at <= created_at + interval '365 days'),
  foreign key (limited_to, user_id) references members (company_id, user_id) on delete cascade
);
create index access_tokens_of_user on access_tokens (user_id);

-- The private half is sealed under the application's secret: a copy of the table signs nothing.
create table signing_keys (
  kid            text primary key,
  public_jwk     jsonb not null,
  sealed_private bytea not null,
  signs_from     timestamptz not null
);

grant select, insert, delete on access_tokens to daybook_app;
grant update (last_used_on) on access_tokens to daybook_app;
grant select, insert, delete on signing_keys to daybook_app;

-- The first statement of a request with an access token, as open_request is of one with a cookie: whose token it is, and
-- the company they ask for. A token that is limited to another company finds none.
create function open_token_request(token text, wanted_company uuid) returns jsonb
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
    select jsonb_build_object('id', c.id, 'name', c.name, 'timeZone', c.time_zone, 'currency', c.currency,
                              'weekStartsOn', c.week_starts_on, 'seats', c.seats, 'lockedUntil', c.locked_until,
                              'overlaps', c.overlap_policy, 'allowFuture', c.allow_future,
                              'requireNotes', c.require_notes, 'version', c.version, 'role', m.role)
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
grant execute on function open_token_request(text, uuid) to daybook_app;
