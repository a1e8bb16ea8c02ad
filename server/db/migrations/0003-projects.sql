-- Projects, who manages and works on them, and their tasks.
set local lock_timeout = '2s';

create table projects (
  company_id     uuid not null references companies (id),
  id             uuid not null,
  name           text not null check (length(name) between 1 and 120),
  code           text not null default '' check (length(code) <= 20),
  colour         text not null default 'teal' check (colour in
                   ('teal', 'blue', 'indigo', 'violet', 'grape', 'pink', 'red', 'orange', 'yellow', 'lime', 'green', 'gray')),
  notes          text not null default '' check (length(notes) <= 5000),
  starts_on      date,
  ends_on        date,
  budget_minutes integer check (budget_minutes > 0),
  budget_minor   bigint check (budget_minor > 0),
  for_everyone   boolean not null default true,
  archived_at    timestamptz,
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  primary key (company_id, id),
  check (ends_on is null or starts_on is null or ends_on >= starts_on)
);
create unique index projects_name_once on projects (company_id, lower(name)) where archived_at is null;

create table project_managers (
  company_id uuid not null,
  project_id uuid not null,
  user_id    uuid not null,
  primary key (company_id, project_id, user_id),
  foreign key (company_id, project_id) references projects (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references members (company_id, user_id)
);
create index project_managers_by_user on project_managers (company_id, user_id);

create table project_workers (
  company_id uuid not null,
  project_id uuid not null,
  user_id    uuid not null,
  primary key (company_id, project_id, user_id),
  foreign key (company_id, project_id) references projects (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references members (company_id, user_id)
);
create index project_workers_by_user on project_workers (company_id, user_id);

create table tasks (
  company_id     uuid not null,
  id             uuid not null,
  project_id     uuid not null,
  name           text not null check (length(name) between 1 and 120),
  kind           text not null check (kind in ('timed', 'expense')),
  budget_minutes integer check (budget_minutes > 0),
  budget_minor   bigint check (budget_minor > 0),
  closed_at      timestamptz,
  created_at     timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, project_id, id, kind),
  foreign key (company_id, project_id) references projects (company_id, id) on delete cascade
);
create unique index tasks_name_once on tasks (company_id, project_id, lower(name));

-- Projects that an invited person is to work on once they join.
create table invite_projects (
  company_id uuid not null,
  invite_id  uuid not null,
  project_id uuid not null,
  primary key (company_id, invite_id, project_id),
  foreign key (company_id, invite_id) references invites (company_id, id) on delete cascade,
  foreign key (company_id, project_id) references projects (company_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['projects', 'project_managers', 'project_workers', 'tasks', 'invite_projects'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))', t);
    execute format('grant select, insert, update, delete on %I to daybook_app', t);
  end loop;
end $$;
