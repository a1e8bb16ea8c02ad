-- Of the rows that were there before 0062 as well.
set local lock_timeout = '2s';

alter table timers validate constraint timers_company_id_task_id_fkey;
