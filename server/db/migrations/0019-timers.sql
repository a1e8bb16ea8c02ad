-- The running timer of a worker: one in each company, by its key. It becomes a worklog when it is stopped; where that is
-- refused it stays, with the moment of the stop. And what the live counts beside the navigation read, in the index alone.
set local lock_timeout = '2s';

create table timers (
  company_id uuid not null,
  user_id    uuid not null,
  id         uuid not null,
  task_id    uuid,
  started_at timestamptz not null default now(),
  stopped_at timestamptz,
  zone       text not null,
  notes      text not null default '' check (length(notes) <= 5000),
  version    integer not null default 1,
  primary key (company_id, user_id),
  unique (company_id, id),
  foreign key (company_id, user_id) references members (company_id, user_id),
  foreign key (company_id, task_id) references tasks (company_id, id) on delete set null (task_id),
  constraint timers_stop_after_they_start check (stopped_at >= started_at)
);
create index timers_of_task on timers (company_id, task_id);

alter table timers enable row level security;
alter table timers force row level security;
create policy tenant on timers using (company_id = (select current_company())) with check (company_id = (select current_company()));
grant select, insert, update, delete on timers to daybook_app;

create index worklogs_to_decide on worklogs (company_id, project_id, worker_id) where status = 'pending';
create index worklogs_to_mend on worklogs (company_id, worker_id) where status = 'rejected';
