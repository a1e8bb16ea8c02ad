-- Of the rows that were there before 0050 as well.
set local lock_timeout = '2s';

alter table worklogs validate constraint worklogs_entered_by_member;
alter table worklogs validate constraint worklogs_entered_by_others;
alter table worklogs validate constraint worklogs_decided_by_who_did_not_enter;
alter table worklog_events validate constraint worklog_events_move_check;
