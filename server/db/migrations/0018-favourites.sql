-- Tasks that a worker keeps at the top of every list to choose from, and the way to those they used last.
set local lock_timeout = '2s';

create table favourite_tasks (
  company_id uuid not null,
  user_id    uuid not null,
  task_id    uuid not null,
  position   integer not null check (position > 0),
  primary key (company_id, user_id, task_id),
  foreign key (company_id, user_id) references members (company_id, user_id),
  foreign key (company_id, task_id) references tasks (company_id, id) on delete cascade
);
create index favourite_tasks_of_task on favourite_tasks (company_id, task_id);

alter table favourite_tasks enable row level security;
alter table favourite_tasks force row level security;
create policy tenant on favourite_tasks using (company_id = (select current_company())) with check (company_id = (select current_company()));
grant select, insert, update, delete on favourite_tasks to daybook_app;

-- The newest submissions of a worker with their tasks, without reading the worklogs themselves.
create index worklogs_used_last on worklogs (company_id, worker_id, submitted_at desc) include (task_id) where status <> 'deleted';
