-- Of the rows that were there before 0045 as well.
set local lock_timeout = '2s';

alter table company_events validate constraint company_events_kind_check;
alter table company_events validate constraint company_events_name_their_policy;
