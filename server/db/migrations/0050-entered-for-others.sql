-- Worklogs that somebody entered for their worker: a policy of the company, off at first. The person who entered one never decides it,
-- in nobody's place either. The previous release ignores the policy: there nobody enters for others.
set local lock_timeout = '2s';

alter table companies add column log_for_others boolean not null default false;

drop trigger changed_access on companies;
create trigger changed_access after update of loggers, log_for_others on companies
  for each row when (old.loggers <> new.loggers or old.log_for_others <> new.log_for_others)
  execute function tell_changed_plan();

alter table worklogs
  add column entered_by uuid,
  add constraint worklogs_entered_by_member
    foreign key (company_id, entered_by) references members (company_id, user_id) not valid,
  add constraint worklogs_entered_by_others check (entered_by <> worker_id) not valid,
  add constraint worklogs_decided_by_who_did_not_enter
    check (entered_by is null or (reviewer_id is distinct from entered_by and reviewed_for is distinct from entered_by)) not valid;

alter table worklog_events
  drop constraint worklog_events_move_check,
  add constraint worklog_events_move_check
    check (move in ('submit', 'enter', 'amend', 'withdraw', 'approve', 'reject', 'reopen')) not valid;

drop trigger worklog_events_hold_values on worklog_events;
create trigger worklog_events_hold_values before insert on worklog_events
  for each row when (new.row_values is null and new.move in ('submit', 'enter', 'amend', 'reopen'))
  execute function hold_row_values();
