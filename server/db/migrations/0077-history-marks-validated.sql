-- The rows of before, too.
set local lock_timeout = '2s';
alter table history_verdicts validate constraint history_verdicts_verdict_check;
