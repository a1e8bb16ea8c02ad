-- A membership that was ended and is granted again is a new one: access tokens from before it do not reach the company.
set local lock_timeout = '2s';

alter table members add column renewed_at timestamptz;

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
    if not exists (select from members m where m.company_id = wanted_company and m.user_id = found_token.user_id
        and m.renewed_at > found_token.created_at) then
      company := membership_facts(wanted_company, found_token.user_id);
    end if;
    if company is null then
      perform set_config('app.company_id', '', true);
    end if;
  end if;
  return jsonb_build_object('person', person, 'company', company, 'token', jsonb_build_object(
    'id', found_token.id, 'limitedTo', found_token.limited_to, 'isReadOnly', found_token.is_read_only));
end $$;
