-- Companies, members and invites: the tenant and the people in it.
-- Every company-owned table: company_id first in its keys, composite foreign keys, forced row-level security.
-- app.company_id and app.user_id are set for one transaction by server/request/context.ts; unset means no rows.
set local lock_timeout = '2s';

create function current_company() returns uuid language sql stable
  as $$ select nullif(current_setting('app.company_id', true), '')::uuid $$;
create function current_person() returns uuid language sql stable
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

create table companies (
  id             uuid primary key,
  name           text not null check (length(name) between 1 and 120),
  time_zone      text not null,
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  week_starts_on smallint not null default 1 check (week_starts_on between 1 and 7),
  seats          integer not null default 1 check (seats between 1 and 100000),
  locked_until   date,
  overlap_policy text not null default 'refuse' check (overlap_policy in ('refuse', 'flag')),
  allow_future   boolean not null default false,
  require_notes  boolean not null default false,
  version        integer not null default 1,
  created_at     timestamptz not null default now()
);

create table members (
  company_id     uuid not null references companies (id),
  user_id        uuid not null references users (id),
  role           text not null check (role in ('company admin', 'manager', 'timesheet approver', 'reviewer', 'worker')),
  joined_at      timestamptz not null default now(),
  deactivated_at timestamptz,
  primary key (company_id, user_id)
);
create index members_by_user on members (user_id);

create table invites (
  company_id  uuid not null references companies (id),
  id          uuid not null,
  email       text not null check (length(email) <= 254 and email = lower(email)),
  role        text not null check (role in ('company admin', 'manager', 'timesheet approver', 'reviewer', 'worker')),
  invited_by  uuid not null,
  created_at  timestamptz not null default now(),
  sent_at     timestamptz not null default now(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz,
  primary key (company_id, id),
  foreign key (company_id, invited_by) references members (company_id, user_id)
);
create unique index invites_open_once on invites (company_id, email) where accepted_at is null and revoked_at is null;
create index invites_by_email on invites (email) where accepted_at is null and revoked_at is null;

alter table companies enable row level security;
alter table companies force row level security;
alter table members enable row level security;
alter table members force row level security;
alter table invites enable row level security;
alter table invites force row level security;

create policy tenant on companies using (id = (select current_company())) with check (id = (select current_company()));
create policy tenant on members using (company_id = (select current_company())) with check (company_id = (select current_company()));
create policy tenant on invites using (company_id = (select current_company())) with check (company_id = (select current_company()));

-- Outside a company (and only there) a person sees their memberships, the invites to their address, and the companies of both.
create policy own_memberships on members for select
  using ((select current_company()) is null and user_id = (select current_person()));
create policy own_invites on invites for select
  using ((select current_company()) is null
    and email = (select email from users where users.id = (select current_person()) and users.email_verified));
create policy own_companies on companies for select
  using ((select current_company()) is null and (
    id in (select company_id from members where user_id = (select current_person()))
    or id in (select company_id from invites
              where email = (select email from users where users.id = (select current_person()) and users.email_verified))));

grant select, insert, update, delete on companies, members, invites to daybook_app;
