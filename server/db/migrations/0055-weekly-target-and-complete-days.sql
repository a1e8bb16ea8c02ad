-- The weekly target of a company, a policy that is not set at first; and the days of which a worker said that nothing is missing,
-- so that neither they nor their manager are reminded of them. The previous release knows neither and reminds as before.
set local lock_timeout = '2s';

-- A week of seven days of 24 hours.
alter table companies add column weekly_target_minutes integer check (weekly_target_minutes between 1 and 10080);

create table complete_days (
  company_id uuid not null,
  user_id    uuid not null,
  day        date not null,
  primary key (company_id, user_id, day),
  foreign key (company_id, user_id) references members (company_id, user_id)
);

alter table complete_days enable row level security;
alter table complete_days force row level security;
create policy tenant on complete_days using (company_id = (select current_company())) with check (company_id = (select current_company()));
grant select, insert, delete on complete_days to daybook_app;
