-- `told` becomes `sent_notices` (its `mark` a `digest`) and `mornings` becomes `daily_runs`. Only names change.
-- The previous release goes on working with the old names: an updatable view and a partitioned table with one partition. It
-- must be a table because the previous release creates the policy `due` on it at every start. A later migration drops both.
set local lock_timeout = '2s';

alter table told rename to sent_notices;
alter table sent_notices rename column mark to digest;
alter table sent_notices rename constraint told_pkey to sent_notices_pkey;
alter table mornings rename to daily_runs;
alter table daily_runs rename constraint mornings_pkey to daily_runs_pkey;

-- For restored databases (server/db/restored.ts), which get grants and policies of the owner by the statements in these files.
drop policy due on daily_runs;
create policy due on daily_runs for select to current_user using ((select current_company()) is null);
grant select, insert, update, delete on sent_notices to daybook_app;
grant select, insert, update on daily_runs to daybook_app;

create view told with (security_invoker = true) as
  select company_id, user_id, kind, day, digest as mark from sent_notices;
comment on view told is 'for the previous release';
grant select, insert, update, delete on told to daybook_app;

create table mornings (
  company_id uuid primary key,
  day        date not null
) partition by hash (company_id);
comment on table mornings is 'for the previous release';
alter table mornings attach partition daily_runs for values with (modulus 1, remainder 0);
alter table mornings enable row level security;
alter table mornings force row level security;
create policy tenant on mornings
  using (company_id = (select current_company())) with check (company_id = (select current_company()));
create policy due on mornings for select to current_user using ((select current_company()) is null);
grant select, insert, update on mornings to daybook_app;
