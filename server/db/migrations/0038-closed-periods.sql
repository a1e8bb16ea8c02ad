-- What becomes of closed periods: who moved the lock date, what was exported for payroll, and which rejected worklogs their
-- workers put aside because they can no longer change them.
set local lock_timeout = '2s';

-- The history of the company itself.
create table company_events (
  company_id uuid not null references companies (id),
  id         uuid not null,
  kind       text not null check (kind in ('lock-date', 'payroll-closed')),
  actor_id   uuid not null,
  at         timestamptz not null,
  from_day   date,
  to_day     date,
  reason     text not null default '' check (length(reason) <= 500),
  primary key (company_id, id),
  foreign key (company_id, actor_id) references members (company_id, user_id)
);
create index company_events_in_order on company_events (company_id, at desc, id desc);

-- The approved totals of each worker as they were exported: {"<user id>": {"minutes": 2400, "expenses": [{"amountMinor": 5, "currency": "IDR"}]}}.
create table payroll_exports (
  company_id  uuid not null references companies (id),
  id          uuid not null,
  kind        text not null check (kind in ('closed', 'file')),
  from_day    date not null,
  to_day      date not null check (to_day >= from_day),
  exported_by uuid not null,
  exported_at timestamptz not null,
  -- Null: all workers of the company.
  worker_ids  jsonb,
  totals      jsonb not null,
  primary key (company_id, id),
  foreign key (company_id, exported_by) references members (company_id, user_id)
);
create index payroll_exports_of_period on payroll_exports (company_id, from_day, to_day, exported_at desc);

do $$
declare t text;
begin
  foreach t in array array['company_events', 'payroll_exports'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))', t);
  end loop;
end $$;
-- History is only ever written, never changed.
grant select, insert on company_events, payroll_exports to daybook_app;

-- The version of the rejected worklog that its worker put aside: as soon as it changes it is a to-do again.
alter table worklogs add column dismissed_version integer;
