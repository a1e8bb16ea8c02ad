-- Saved reports: filters under names, and what each reader wants with them. No policy can tell an owner's private report from
-- a shared one, as the person is not always known here; server/saved-reports/handlers.ts asks for either in one place.
set local lock_timeout = '2s';

create table saved_reports (
  company_id uuid not null references companies (id),
  id         uuid not null,
  owner_id   uuid not null,
  name       text not null check (length(name) between 1 and 100),
  view       text not null check (view in ('breakdown', 'worklogs', 'payroll')),
  range      text not null check (range in ('this-week', 'last-week', 'this-month', 'last-month', 'this-year', 'last-year', 'days')),
  from_day   date,
  to_day     date,
  -- As the contract describes it (contract/saved-reports.ts); read back through the same schema.
  filter     jsonb not null default '{}',
  is_shared  boolean not null,
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, owner_id) references members (company_id, user_id),
  constraint saved_reports_days_fit check (
    case range when 'days' then from_day is not null and to_day >= from_day else from_day is null and to_day is null end)
);
create unique index saved_reports_names on saved_reports (company_id, owner_id, lower(name));

create table saved_report_choices (
  company_id  uuid not null,
  report_id   uuid not null,
  user_id     uuid not null,
  is_pinned   boolean not null default false,
  mail        text not null default 'never' check (mail in ('never', 'weekly', 'monthly')),
  mail_format text not null default 'xlsx' check (mail_format in ('csv', 'xlsx', 'link')),
  -- The morning of the last mail that was made certain: with it, a second one of that morning is impossible.
  mailed_on   date,
  primary key (company_id, report_id, user_id),
  foreign key (company_id, report_id) references saved_reports (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references members (company_id, user_id)
);
create index saved_report_choices_mailed on saved_report_choices (company_id, mail, user_id, report_id) where mail <> 'never';
create index saved_report_choices_of_member on saved_report_choices (company_id, user_id);

do $$
declare t text;
begin
  foreach t in array array['saved_reports', 'saved_report_choices'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))', t);
  end loop;
end $$;
grant select, insert, update, delete on saved_reports, saved_report_choices to daybook_app;

-- One more kind of mail that a person may decline.
alter table declined_mails drop constraint declined_mails_kind_check;
alter table declined_mails add constraint declined_mails_kind_check
  check (kind in ('decisions', 'waiting', 'empty-week', 'stand-in', 'report')) not valid;
alter table declined_mails validate constraint declined_mails_kind_check;
