-- transaction: none
-- The keys of the sums with is_billable (0073), used from 0075 on.
set lock_timeout = '2s';
create unique index concurrently if not exists day_sums_key on day_sums
  (company_id, day, project_id, kind, status, currency, is_billable);
create unique index concurrently if not exists month_sums_key on month_sums
  (company_id, month, project_id, task_id, status, currency, is_billable);
