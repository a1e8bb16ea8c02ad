-- transaction: none
-- Confirmed overlaps without the worklogs that have no times (0052). The previous release searches worklogs_confirmed, which a later
-- release drops.
set lock_timeout = '2s';
create index concurrently if not exists worklogs_confirmed_overlaps
  on worklogs using gist (company_id, worker_id, tstzrange(starts_at, ends_at))
  where kind = 'timed' and status in ('pending', 'approved') and allows_overlap and starts_at is not null;
