-- Drops what 0043, 0053, 0058 and 0062 kept for releases that used older names, and columns that only a removed library filled.
-- `mornings` of 0043 stays: the previous release creates its policy at every start, and does not start without the table.
set local lock_timeout = '2s';

drop view told;
drop function hold_membership_facts(uuid, uuid);
drop function hold_task(uuid, uuid, uuid);
drop function worklog_values(worklogs);
drop index worklogs_confirmed;

alter table accounts
  drop column access_token, drop column refresh_token, drop column id_token,
  drop column access_token_expires_at, drop column refresh_token_expires_at, drop column scope;
