-- Receipts: what is known about each file. The files themselves lie behind a port (server/ports/receipts), under `storage_name`.
-- A row without a worklog was uploaded and not submitted yet; one that was removed is nobody's any more and is forgotten later.
set local lock_timeout = '2s';

create table receipts (
  company_id   uuid not null references companies (id),
  id           uuid not null,
  worker_id    uuid not null,
  worklog_id   uuid,
  position     integer check (position >= 0),
  storage_name text not null check (storage_name ~ '^[0-9a-f]{32}$'),
  file_name    text not null check (length(file_name) between 1 and 150),
  type         text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  bytes        integer not null check (bytes > 0),
  sha256       bytea not null check (length(sha256) = 32),
  width        integer check (width > 0),
  height       integer check (height > 0),
  uploaded_at  timestamptz not null,
  removed_at   timestamptz,
  primary key (company_id, id),
  unique (company_id, storage_name),
  foreign key (company_id, worker_id) references members (company_id, user_id),
  foreign key (company_id, worklog_id) references worklogs (company_id, id),
  check ((worklog_id is null) = (position is null)),
  check (removed_at is null or worklog_id is not null),
  check ((width is null) = (height is null) and (width is null) = (type = 'application/pdf'))
);
create index receipts_of_worklog on receipts (company_id, worklog_id, position) where removed_at is null;
create index receipts_of_worker on receipts (company_id, worker_id, id);
create index receipts_to_forget on receipts (uploaded_at) where worklog_id is null or removed_at is not null;

alter table receipts enable row level security;
alter table receipts force row level security;
create policy tenant on receipts using (company_id = (select current_company())) with check (company_id = (select current_company()));

-- The job that forgets receipts runs as the owner and has to find the companies that have some.
create policy anywhere on receipts for select to current_user using ((select current_company()) is null);

grant select, insert, update (worklog_id, position, removed_at) on receipts to daybook_app;
