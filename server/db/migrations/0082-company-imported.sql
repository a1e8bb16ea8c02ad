-- A company admin imported the archive of a company.
set local lock_timeout = '2s';
alter table audit_events
  drop constraint audit_events_kind_check,
  add constraint audit_events_kind_check check (kind in ('sign-in', 'member-joined', 'member-activated', 'member-deactivated',
    'role-changed', 'policy', 'company-setting', 'token-created', 'token-revoked', 'report-exported', 'report-mailed',
    'personal-data-exported', 'seats', 'subscription', 'client-renamed', 'client-deleted', 'tag-renamed', 'tag-merged',
    'tag-deleted', 'history-imported', 'history-undone', 'company-imported')) not valid;
