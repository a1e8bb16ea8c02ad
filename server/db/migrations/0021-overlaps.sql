-- The policy on overlaps, kept by the database itself. The exclusion constraint leaves out worklogs whose overlap was
-- confirmed under the policy `flag`; this guards against those as well, whatever happened to the policy since (decision 022).
set local lock_timeout = '2s';

-- They are few, so that looking for them costs next to nothing: on every write here, and for the flag in every list.
create index worklogs_confirmed on worklogs using gist (company_id, worker_id, tstzrange(starts_at, ends_at))
  where kind = 'timed' and status in ('pending', 'approved') and allows_overlap;

-- Runs whenever a worklog takes up time that it did not take up before. Where overlaps are refused, it is guarded again
-- from then on, also if it was confirmed once. With the rights of the caller: row-level security holds.
create function refuse_overlap() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
declare
  policy text;
begin
  -- The company's row, then the member's: the order of every writer. Held to the commit, they let neither the policy change
  -- nor another worklog of this worker come in between, and each look-up below sees what the lock waited for.
  select c."overlaps" into policy from companies c where c.id = new.company_id for share;
  perform from members where company_id = new.company_id and user_id = new.worker_id for no key update;
  if policy = 'flag' then
    return new;
  end if;
  new.allows_overlap := false;
  if exists (
    select from worklogs w
    where w.company_id = new.company_id and w.worker_id = new.worker_id and w.id <> new.id
      and w.kind = 'timed' and w.status in ('pending', 'approved') and w.allows_overlap
      and tstzrange(w.starts_at, w.ends_at) && tstzrange(new.starts_at, new.ends_at)
  ) then
    raise exclusion_violation using message = 'A worklog of this worker takes that time.', constraint = 'worklogs_do_not_overlap';
  end if;
  return new;
end $$;

create trigger worklogs_refuse_overlap before insert on worklogs
  for each row when (new.kind = 'timed' and new.status in ('pending', 'approved'))
  execute function refuse_overlap();

create trigger worklogs_refuse_overlap_moved before update on worklogs
  for each row when (
    new.kind = 'timed' and new.status in ('pending', 'approved') and (
      old.status not in ('pending', 'approved')
      or (old.company_id, old.worker_id, old.kind, old.starts_at, old.ends_at, old.allows_overlap)
        is distinct from (new.company_id, new.worker_id, new.kind, new.starts_at, new.ends_at, new.allows_overlap)))
  execute function refuse_overlap();
