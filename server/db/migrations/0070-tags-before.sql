-- Of the rows that were there before 0069 as well.
set local lock_timeout = '2s';

alter table audit_events validate constraint audit_events_kind_check;
