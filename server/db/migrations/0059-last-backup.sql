-- When the installation was last backed up, for the dashboard. An installation without a backup counts from this migration.
set local lock_timeout = '2s';

alter table installation add column last_backup_at timestamptz not null default now();
grant select (last_backup_at) on installation to daybook_app;
