-- Histories can be replayed: an event that sets values holds them, so that the events of a worklog, in the order of their
-- versions, give its row. Submitting and amending hold every value, reopening whether the overlap is still confirmed.
-- The other moves set nothing that the event does not hold already (status, reviewer, notes).
set local lock_timeout = '2s';

alter table worklog_events add column row_values jsonb;

create function worklog_values(w worklogs) returns jsonb
language sql stable set search_path = public, pg_catalog as $$
  select jsonb_build_object(
    'projectId', w.project_id, 'taskId', w.task_id, 'kind', w.kind,
    'startsAt', to_char(w.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(w.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'zone', w.zone, 'day', w.day, 'amountMinor', w.amount_minor, 'currency', w.currency, 'notes', w.notes,
    'allowsOverlap', w.allows_overlap)
$$;
grant execute on function worklog_values(worklogs) to daybook_app;

-- Read from the row that the move has just written, by whichever program wrote it: the previous release fills it as well.
create function hold_row_values() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  select case new.move when 'reopen' then jsonb_build_object('allowsOverlap', w.allows_overlap)
    else worklog_values(w) || jsonb_build_object('receiptIds', (
      select coalesce(jsonb_agg(r.id order by r.position), '[]') from receipts r
      where r.company_id = w.company_id and r.worklog_id = w.id and r.removed_at is null)) end
    into new.row_values
    from worklogs w where w.company_id = new.company_id and w.id = new.worklog_id;
  return new;
end $$;

create trigger worklog_events_hold_values before insert on worklog_events
  for each row when (new.row_values is null and new.move in ('submit', 'amend', 'reopen'))
  execute function hold_row_values();
