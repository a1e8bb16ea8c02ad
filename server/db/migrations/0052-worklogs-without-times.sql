-- Worklogs of a day and a length, without times, where the policy `times` of the company allows them. They never overlap anything:
-- they are left out of the exclusion constraint by `allows_overlap`, because that constraint cannot be changed without a long lock.
-- The previous release works on this schema, and no company can set the policy there. It does not know such worklogs: to it, one
-- that a newer release wrote overlaps every other worklog of its worker within three days.
set local lock_timeout = '2s';

alter table companies add column times text not null default 'required' check (times in ('required', 'optional'));

alter table worklogs
  alter column minutes drop expression,
  drop constraint worklogs_kind_fits,
  add constraint worklogs_kind_fits check (
    case
      when kind = 'expense' then starts_at is null and ends_at is null and minutes is null and amount_minor is not null
      when starts_at is null then ends_at is null and minutes is not null and minutes between 1 and 1440 and allows_overlap
      else ends_at is not null and ends_at > starts_at and ends_at - starts_at <= interval '24 hours'
        and minutes is not null and minutes = (extract(epoch from (ends_at - starts_at)) / 60)::integer
    end) not valid;

-- The minutes of times, whichever release writes them. Its name comes before those of the triggers on overlaps.
create function measure_worklog() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  if new.starts_at is not null then
    new.minutes := (extract(epoch from (new.ends_at - new.starts_at)) / 60)::integer;
  elsif new.kind = 'timed' then
    new.allows_overlap := true;
  else
    new.minutes := null;
  end if;
  return new;
end $$;

create trigger worklogs_measure before insert or update of kind, starts_at, ends_at, minutes, allows_overlap on worklogs
  for each row execute function measure_worklog();

create or replace function refuse_overlap() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
declare
  policy text;
begin
  -- The company's row, then the member's: the order of every write. Held until the commit, they keep the policy from changing and
  -- other worklogs of this worker from being written, and each look-up below sees what the lock waited for.
  select c."overlaps" into policy from companies c where c.id = new.company_id for share;
  perform from members where company_id = new.company_id and user_id = new.worker_id for no key update;
  if policy = 'flag' then
    return new;
  end if;
  new.allows_overlap := false;
  if exists (
    select from worklogs w
    where w.company_id = new.company_id and w.worker_id = new.worker_id and w.id <> new.id
      and w.kind = 'timed' and w.status in ('pending', 'approved') and w.allows_overlap and w.starts_at is not null
      and tstzrange(w.starts_at, w.ends_at) && tstzrange(new.starts_at, new.ends_at)
  ) then
    raise exclusion_violation using message = 'A worklog of this worker takes that time.', constraint = 'worklogs_do_not_overlap';
  end if;
  return new;
end $$;

drop trigger worklogs_refuse_overlap on worklogs;
create trigger worklogs_refuse_overlap before insert on worklogs
  for each row when (new.kind = 'timed' and new.starts_at is not null and new.status in ('pending', 'approved'))
  execute function refuse_overlap();

drop trigger worklogs_refuse_overlap_moved on worklogs;
create trigger worklogs_refuse_overlap_moved before update on worklogs
  for each row when (
    new.kind = 'timed' and new.starts_at is not null and new.status in ('pending', 'approved') and (
      old.status not in ('pending', 'approved')
      or (old.company_id, old.worker_id, old.kind, old.starts_at, old.ends_at, old.allows_overlap)
        is distinct from (new.company_id, new.worker_id, new.kind, new.starts_at, new.ends_at, new.allows_overlap)))
  execute function refuse_overlap();

-- Minutes are a value of their own only without times.
create or replace function worklog_values(w worklogs) returns jsonb
language sql stable set search_path = public, pg_catalog as $$
  select jsonb_build_object(
    'projectId', w.project_id, 'taskId', w.task_id, 'kind', w.kind,
    'startsAt', to_char(w.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(w.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'minutes', case when w.starts_at is null then w.minutes end,
    'zone', w.zone, 'day', w.day, 'amountMinor', w.amount_minor, 'currency', w.currency, 'notes', w.notes,
    'allowsOverlap', w.allows_overlap)
$$;
