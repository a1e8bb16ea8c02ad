-- The rows of before, too.
set local lock_timeout = '2s';
alter table audit_events validate constraint audit_events_kind_check;
