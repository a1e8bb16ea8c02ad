-- Who may log their own work: a policy of the company. It changes rights, so open browsers are notified as of every other change
-- of rights (0012, 0036), and the history of the company records it. The previous release ignores the column: there only workers log.
set local lock_timeout = '2s';

alter table companies add column loggers text not null default 'workers' check (loggers in ('workers', 'everyone'));

create trigger changed_access after update of loggers on companies
  for each row when (old.loggers <> new.loggers)
  execute function tell_changed_plan();

alter table company_events
  add column policy text,
  add column from_value text,
  add column to_value text,
  drop constraint company_events_kind_check,
  add constraint company_events_kind_check check (kind in ('lock-date', 'payroll-closed', 'policy')) not valid,
  add constraint company_events_name_their_policy
    check ((kind = 'policy') = (policy is not null and from_value is not null and to_value is not null)) not valid;
