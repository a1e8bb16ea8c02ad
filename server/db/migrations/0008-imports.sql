-- Imports of people: each run with what became of every row of its file, so that its progress survives reloads and kills.
-- The name given in the file waits on the invite for the invited person, who may change it.
set local lock_timeout = '2s';

alter table invites add column name text not null default '' check (length(name) <= 120);

create table imports (
  company_id uuid not null references companies (id),
  id         uuid not null,
  started_by uuid not null,
  file_name  text not null default '' check (length(file_name) <= 200),
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, started_by) references members (company_id, user_id)
);

-- The cells as they were in the file, cut to what a person needs to recognise them.
create table import_rows (
  company_id uuid not null,
  import_id  uuid not null,
  line       integer not null check (line > 0),
  email      text not null check (length(email) <= 300),
  name       text not null check (length(name) <= 300),
  role       text not null check (length(role) <= 300),
  verdict    text not null check (verdict in ('new', 'member', 'deactivated', 'invited', 'repeated',
               'no-email', 'wrong-email', 'wrong-role', 'wrong-name', 'too-often')),
  invite_id  uuid,
  mail       text check (mail in ('waiting', 'sent', 'failed', 'dropped')),
  primary key (company_id, import_id, line),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade,
  foreign key (company_id, invite_id) references invites (company_id, id) on delete cascade,
  check ((verdict = 'new') = (invite_id is not null)),
  check ((verdict = 'new') = (mail is not null))
);
create index import_rows_by_invite on import_rows (company_id, invite_id) where invite_id is not null;

do $$
declare t text;
begin
  foreach t in array array['imports', 'import_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))', t);
    execute format('grant select, insert on %I to daybook_app', t);
  end loop;
end $$;

-- Thousands of jobs in one statement. A higher number waits for all lower ones: nobody's sign-in link waits for an import.
create function enqueue_many(identifier text, payloads json[], priority smallint)
returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(identifier, payload, null, null, null, null, priority, null)::graphile_worker.job_spec
    from unnest(payloads) as payload));
end $$;
revoke all on function enqueue_many(text, json[], smallint) from public;
grant execute on function enqueue_many(text, json[], smallint) to daybook_app;
