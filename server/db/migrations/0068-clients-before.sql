-- Of the rows that were there before 0066 as well.
set local lock_timeout = '2s';

alter table projects validate constraint projects_company_id_client_id_fkey;
alter table audit_events validate constraint audit_events_kind_check;
