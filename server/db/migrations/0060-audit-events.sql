-- The audit log of a company. Moves of the lock date, and changes of the policies that rights depend on, stay in company_events,
-- which is never shortened; the log is read from both. The previous release knows neither the table nor the policy.
set local lock_timeout = '2s';

alter table companies add column audit_days integer not null default 365 check (audit_days between 30 and 3650);

create table audit_events (
  company_id uuid not null references companies (id),
  id         uuid not null,
  kind       text not null check (kind in ('sign-in', 'member-joined', 'member-activated', 'member-deactivated', 'role-changed',
    'policy', 'company-setting', 'token-created', 'token-revoked', 'report-exported', 'report-mailed', 'personal-data-exported',
    'seats', 'subscription')),
  at         timestamptz not null,
  -- Null: nobody in the company, such as the payment provider.
  actor_id   uuid,
  -- The member that it happened to, if that is not the actor.
  subject_id uuid,
  -- What it is about: the name of a setting, or the table of a file.
  about      text check (length(about) <= 100),
  from_value text check (length(from_value) <= 200),
  to_value   text check (length(to_value) <= 200),
  primary key (company_id, id),
  foreign key (company_id, actor_id) references members (company_id, user_id),
  foreign key (company_id, subject_id) references members (company_id, user_id)
);
create index audit_events_in_order on audit_events (company_id, at desc, id desc);
create index audit_events_by_kind on audit_events (company_id, kind, at desc, id desc);

alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy tenant on audit_events using (company_id = current_company()) with check (company_id = current_company());
-- Written once: the application can neither change an event nor delete it. A job of the owner deletes what is older than audit_days.
grant select, insert on audit_events to daybook_app;
