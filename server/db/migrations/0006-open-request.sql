-- The first statement of every request's transaction: who is asking, and for which company.
-- One round trip: finds the session, sets app.user_id, and where the person is an active member sets app.company_id.
-- Only the hash of a token is stored. Runs with the rights of the caller, so the same row-level security holds inside.
set local lock_timeout = '2s';

create function open_request(session_token text, wanted_company uuid) returns jsonb
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
      select jsonb_build_object('id', c.id, 'name', c.name, 'timeZone', c.time_zone, 'currency', c.currency,
                                'weekStartsOn', c.week_starts_on, 'seats', c.seats, 'lockedUntil', c.locked_until,
                                'overlaps', c.overlap_policy, 'allowFuture', c.allow_future,
                                'requireNotes', c.require_notes, 'version', c.version, 'role', m.role)
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
grant execute on function open_request(text, uuid) to daybook_app;
