-- transaction: none
-- Row policies without subqueries, which Citus refuses on distributed tables (decision 065). The stable functions are inlined: where a
-- query names its company, they are compared with it once, before any row is read. Each statement locks its table for a moment.
set lock_timeout = '2s';

-- The verified address of the current person.
create or replace function own_email() returns text
language sql stable set search_path = public, pg_catalog as $$
  select email from users where id = current_person() and email_verified
$$;

-- Where the current person is, or was, a member or is invited. Expensive, so that rows are first found by their id.
create or replace function is_own_company(company uuid) returns boolean
language sql stable cost 10000 set search_path = public, pg_catalog as $$
  select exists (select from members where company_id = company and user_id = current_person())
    or exists (select from invites where company_id = company and email = own_email())
$$;

create or replace function is_in_current_company(person uuid) returns boolean
language sql stable cost 10000 set search_path = public, pg_catalog as $$
  select exists (select from members where company_id = current_company() and user_id = person)
$$;

grant execute on function own_email(), is_own_company(uuid), is_in_current_company(uuid) to daybook_app;

alter policy tenant on companies using (id = current_company()) with check (id = current_company());
alter policy tenant on billing_events using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on budget_alerts using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on budget_checks using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on company_events using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on complete_days using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on daily_runs using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on day_sums using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on failed_mails using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on favourite_tasks using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on import_rows using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on imports using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on invite_projects using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on invites using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on members using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on month_sums using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on mornings using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on notices using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on payroll_exports using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on prepared_files using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on project_managers using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on project_workers using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on projects using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on receipts using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on saved_report_choices using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on saved_reports using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on sent_notices using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on stand_ins using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on subscriptions using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on sum_changes using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on tasks using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on timers using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on worklog_events using (company_id = current_company()) with check (company_id = current_company());
alter policy tenant on worklogs using (company_id = current_company()) with check (company_id = current_company());

alter policy own_memberships on members using (current_company() is null and user_id = current_person());
alter policy own_invites on invites using (current_company() is null and email = own_email());
alter policy own_companies on companies using (current_company() is null and is_own_company(id));
alter policy invites_of_registrant on invites
  using (current_company() is null and email = nullif(current_setting('app.registering_email', true), ''));
alter policy own on idempotency_keys using (user_id = current_person()) with check (user_id = current_person());
alter policy own on declined_mails using (user_id = current_person()) with check (user_id = current_person());
alter policy of_members on declined_mails using (current_company() is not null and is_in_current_company(user_id));

-- Created again, not altered: for restored databases (server/db/restored.ts), which get policies of the owner from these files.
drop policy if exists due on budget_checks;
create policy due on budget_checks for select to current_user using (current_company() is null);
drop policy if exists due on companies;
create policy due on companies for select to current_user using (current_company() is null);
drop policy if exists due on daily_runs;
create policy due on daily_runs for select to current_user using (current_company() is null);
drop policy if exists due on mornings;
create policy due on mornings for select to current_user using (current_company() is null);
drop policy if exists due on notices;
create policy due on notices for select to current_user using (current_company() is null);
drop policy if exists anywhere on receipts;
create policy anywhere on receipts for select to current_user using (current_company() is null);
drop policy if exists waiting on subscriptions;
create policy waiting on subscriptions for select to current_user using (current_company() is null);
drop policy if exists due on sum_changes;
create policy due on sum_changes for select to current_user using (current_company() is null);
