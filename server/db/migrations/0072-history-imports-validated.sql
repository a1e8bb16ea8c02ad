-- The rows of before, too.
set local lock_timeout = '2s';
alter table worklogs validate constraint worklogs_decided_by_somebody;
alter table worklog_events validate constraint worklog_events_move_check;
alter table audit_events validate constraint audit_events_kind_check;
