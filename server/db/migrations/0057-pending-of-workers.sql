-- transaction: none
-- What waits for a decision, by worker, with its oldest day and submission: read from the index alone, instead of as many pages of the
-- table as there are pending worklogs. The previous release uses it in place of worklogs_to_decide, too.
set lock_timeout = '2s';
create index concurrently if not exists worklogs_pending_of_workers
  on worklogs (company_id, project_id, worker_id) include (submitted_at, day) where status = 'pending';
drop index concurrently if exists worklogs_to_decide;
