-- A page of worklogs and the totals over its filter are read off the index: in its order, without touching the rows.
set local lock_timeout = '2s';

drop index worklogs_by_day;
create index worklogs_by_day on worklogs (company_id, day desc, starts_at desc nulls last, id desc)
  include (status, minutes, amount_minor, currency, worker_id, project_id, kind)
  where status <> 'deleted';
