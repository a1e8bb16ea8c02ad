-- transaction: none
-- Names of active projects are unique for each client, and among the projects without one. Until the old index is dropped, both apply.
set lock_timeout = '2s';
create unique index concurrently if not exists projects_name_of_client_once
  on projects (company_id, coalesce(client_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where archived_at is null;
create index concurrently if not exists projects_of_clients on projects (company_id, client_id) where client_id is not null;
drop index concurrently if exists projects_name_once;
