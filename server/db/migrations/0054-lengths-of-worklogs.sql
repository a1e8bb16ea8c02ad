-- Of the rows that were there before 0052 as well.
set local lock_timeout = '2s';

alter table worklogs validate constraint worklogs_kind_fits;
