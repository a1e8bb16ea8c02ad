-- When the database was last restored from a backup, so that devices notice it and compare what they have (decision 085); null if it never
-- was. A restore of a backup from before this migration has added the column already.
set local lock_timeout = '2s';

alter table installation add column if not exists restored_at timestamptz;
grant select (restored_at) on installation to daybook_app;
