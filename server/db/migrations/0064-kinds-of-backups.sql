-- Beside a PostgreSQL of the operator: the last base backup by deploy/pgbackrest.sh, and the last one of the receipts and the secret; null
-- before the first. With either database, the last restore drill: an installation without one counts from this migration.
set local lock_timeout = '2s';

alter table installation
  add column last_database_backup_at timestamptz,
  add column last_files_backup_at timestamptz,
  add column last_drill_at timestamptz not null default now();
grant select (last_database_backup_at, last_files_backup_at) on installation to daybook_app;
