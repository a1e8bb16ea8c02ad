-- The clients (customers) of a company; a project may have one (decision 071). The previous release knows neither the table nor the
-- columns: it shows and changes projects without their clients.
set local lock_timeout = '2s';

create table clients (
  company_id uuid not null references companies (id),
  id         uuid not null,
  name       text not null check (length(name) between 1 and 120),
  name_key   text collate "C" not null generated always as (folded(name)) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index clients_name_once on clients (company_id, lower(name));
create index clients_by_name on clients (company_id, name_key, id);

alter table clients enable row level security;
alter table clients force row level security;
create policy tenant on clients using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on clients to daybook_app;

alter table projects
  add column client_id uuid,
  add constraint projects_company_id_client_id_fkey foreign key (company_id, client_id) references clients (company_id, id) not valid;

-- Whether a company shows anything of clients; known with the company itself, so that no request has to ask.
alter table companies add column has_clients boolean not null default false;

-- For every writer. The row of the company is locked first, so that of two writers the last one sees both of their clients.
create function note_clients() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
declare
  company uuid := coalesce(new.company_id, old.company_id);
  any_left boolean;
begin
  perform from companies where id = company for no key update;
  any_left := exists (select from clients where company_id = company);
  update companies set has_clients = any_left where id = company and has_clients <> any_left;
  return null;
end $$;
create trigger clients_noted after insert or delete on clients
  for each row execute function note_clients();

alter table audit_events
  drop constraint audit_events_kind_check,
  add constraint audit_events_kind_check check (kind in ('sign-in', 'member-joined', 'member-activated', 'member-deactivated',
    'role-changed', 'policy', 'company-setting', 'token-created', 'token-revoked', 'report-exported', 'report-mailed',
    'personal-data-exported', 'seats', 'subscription', 'client-renamed', 'client-deleted')) not valid;
