-- What the rows of a saved report are, level by level; empty: as usual. The previous release saves and reads reports without it.
set local lock_timeout = '2s';

alter table saved_reports
  -- As the contract describes it (contract/saved-reports.ts).
  add column group_by jsonb not null default '[]';
