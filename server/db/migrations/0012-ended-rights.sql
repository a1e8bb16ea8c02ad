-- Closing an account, and telling every server process at once whose rights have changed.
set local lock_timeout = '2s';

-- Who closed the account keeps the name, under which their work stays with the companies, and nothing else.
alter table users
  alter column email drop not null,
  add column closed_at timestamptz,
  add constraint users_closed_have_no_address check ((closed_at is null) = (email is not null));

-- What is only the person's own hangs on `users` by `on delete cascade`; this deletes exactly that, whatever is added later.
-- Runs with the rights of the caller, so the same row-level security holds inside.
create function erase_own_rows(person uuid) returns void
language plpgsql volatile set search_path = public, pg_catalog as $$
declare owned record;
begin
  for owned in
    select c.conrelid::regclass as relation, a.attname as person_column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'
      order by c.conrelid::regclass::text
  loop
    execute format('delete from %s where %I = $1', owned.relation, owned.person_column) using person;
  end loop;
end $$;
grant execute on function erase_own_rows(uuid) to daybook_app;

-- The live streams of a person are judged again by every process; see server/live/live.ts.
create function tell_changed_rights() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  perform pg_notify('rights', old.user_id::text);
  return null;
end $$;
create trigger ended_session after delete on sessions
  for each row execute function tell_changed_rights();
create trigger changed_membership after update of role, deactivated_at on members
  for each row when (old.role <> new.role or (old.deactivated_at is null) <> (new.deactivated_at is null))
  execute function tell_changed_rights();
