-- Members whose last mail about work could not be delivered, since when, and why. The previous release records nothing and leaves
-- rows as they are.
set local lock_timeout = '2s';

create table failed_mails (
  company_id uuid        not null,
  user_id    uuid        not null,
  since      timestamptz not null default now(),
  reason     text        not null check (reason in ('address-refused', 'message-refused', 'not-sent')),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references members (company_id, user_id)
);

alter table failed_mails enable row level security;
alter table failed_mails force row level security;
create policy tenant on failed_mails using (company_id = (select current_company())) with check (company_id = (select current_company()));
grant select, delete on failed_mails to daybook_app;
