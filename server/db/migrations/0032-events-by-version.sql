-- transaction: none
-- A history is read in the order of its versions: clocks and ids say nothing about it.
set lock_timeout = '2s';
create index concurrently if not exists worklog_events_by_version on worklog_events (company_id, worklog_id, version);
drop index concurrently if exists worklog_events_of_worklog;
