-- What a company pays for, as the payment provider last told, and which of its events were taken in.
-- With the built-in billing both stay empty. A change of seats in progress is a row's `change_…`: one at a time.
set local lock_timeout = '2s';

create table subscriptions (
  company_id      uuid primary key references companies (id),
  -- Grows with everything that is known anew: what was fetched before does not overwrite it.
  version         integer not null default 1,
  customer_id     text,
  subscription_id text,
  status          text not null default 'none' check (status in ('none', 'active', 'past due', 'ended')),
  price_id        text,
  ends_at         timestamptz,
  checkout_id     text,
  checkout_at     timestamptz,
  change_id       uuid,
  change_seats    integer check (change_seats between 1 and 100000),
  changed_at      timestamptz,
  synchronised_at timestamptz not null default now(),
  check ((checkout_id is null) = (checkout_at is null)),
  check (num_nulls(change_id, change_seats, changed_at) in (0, 3))
);

create table billing_events (
  company_id  uuid not null references subscriptions (company_id),
  id          text not null check (length(id) <= 255),
  kind        text not null check (length(kind) <= 255),
  happened_at timestamptz not null,
  applied_at  timestamptz not null default now(),
  primary key (company_id, id)
);

alter table subscriptions enable row level security;
alter table subscriptions force row level security;
alter table billing_events enable row level security;
alter table billing_events force row level security;

create policy tenant on subscriptions using (company_id = (select current_company())) with check (company_id = (select current_company()));
create policy tenant on billing_events using (company_id = (select current_company())) with check (company_id = (select current_company()));

-- The job that asks the provider again runs as the owner and has to find the companies that wait for an answer.
create policy waiting on subscriptions for select to current_user using ((select current_company()) is null);

grant select, insert, update on subscriptions to daybook_app;
grant select, insert on billing_events to daybook_app;
