-- Open browsers hear of a new membership, and of the end and the beginning of a paid plan, as of every other change of rights
-- (0012): also those that look at another company. Whoever runs the previous release hears more than before, and no harm.
set local lock_timeout = '2s';

create function tell_new_rights() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
  perform pg_notify('rights', new.user_id::text);
  return null;
end $$;
create trigger new_membership after insert on members
  for each row execute function tell_new_rights();

-- On a free plan there is one member, so few are told.
create function tell_changed_plan() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  perform pg_notify('rights', m.user_id::text) from members m
    where m.company_id = new.id and m.deactivated_at is null;
  return null;
end $$;
create trigger changed_plan after update of seats on companies
  for each row when ((old.seats > 1) <> (new.seats > 1))
  execute function tell_changed_plan();
