-- Functions that also work where the tables are distributed by company (decision 065). The previous release calls worklog_values of a
-- row, so that one stays; a later migration drops it.
set local lock_timeout = '2s';

-- A setting of the transaction. On Citus it is replaced by one that the worker nodes receive as well (server/db/citus/).
create function set_local(setting text, value text) returns text
language sql volatile as $$ select set_config(setting, value, true) $$;
grant execute on function set_local(text, text) to daybook_app;

create or replace function open_request(session_token text, wanted_company uuid) returns jsonb
language plpgsql volatile set search_path = public, pg_catalog as $$
declare
  person  jsonb;
  company jsonb;
begin
  perform set_local('app.company_id', ''), set_local('app.user_id', '');
  if session_token is not null then
    select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'isEmailVerified', u.email_verified,
                              'settings', u.settings, 'sessionId', s.id)
      into person
      from sessions s join users u on u.id = s.user_id
      where s.token = encode(sha256(convert_to(session_token, 'UTF8')), 'hex') and s.expires_at > now();
  end if;
  if person is not null then
    perform set_local('app.user_id', person ->> 'id');
    if wanted_company is not null then
      perform set_local('app.company_id', wanted_company::text);
      company := membership_facts(wanted_company, (person ->> 'id')::uuid);
      if company is null then
        perform set_local('app.company_id', '');
      end if;
    end if;
  end if;
  return jsonb_build_object('person', person, 'company', company);
end $$;

create or replace function open_token_request(token text, wanted_company uuid) returns jsonb
language plpgsql volatile set search_path = public, pg_catalog as $$
declare
  found_token access_tokens;
  person      jsonb;
  company     jsonb;
begin
  perform set_local('app.company_id', ''), set_local('app.user_id', '');
  select * into found_token from access_tokens t
    where t.token_hash = sha256(convert_to(token, 'UTF8')) and t.expires_at > now();
  if found_token.id is null then
    return jsonb_build_object('person', null, 'company', null, 'token', null);
  end if;
  -- Skipped where another request writes the same day: nobody waits for a long download.
  if found_token.last_used_on is distinct from (now() at time zone 'UTC')::date then
    update access_tokens set last_used_on = (now() at time zone 'UTC')::date
      where id in (select id from access_tokens where id = found_token.id for update skip locked);
  end if;
  -- No session: the nil UUID, which no row of sessions has.
  select jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'isEmailVerified', u.email_verified,
                            'settings', u.settings, 'sessionId', '00000000-0000-0000-0000-000000000000')
    into person from users u where u.id = found_token.user_id;
  perform set_local('app.user_id', found_token.user_id::text);
  if wanted_company is not null and wanted_company = coalesce(found_token.limited_to, wanted_company) then
    perform set_local('app.company_id', wanted_company::text);
    if not exists (select from members m where m.company_id = wanted_company and m.user_id = found_token.user_id
        and m.renewed_at > found_token.created_at) then
      company := membership_facts(wanted_company, found_token.user_id);
    end if;
    if company is null then
      perform set_local('app.company_id', '');
    end if;
  end if;
  return jsonb_build_object('person', person, 'company', company, 'token', jsonb_build_object(
    'id', found_token.id, 'limitedTo', found_token.limited_to, 'isReadOnly', found_token.is_read_only));
end $$;

-- The rows below are passed as jsonb: in a shard, a row has another type than in its table.
create function company_facts(company jsonb) returns jsonb
language sql stable set search_path = public, pg_catalog as $$
  select jsonb_object_agg(lower(left(key, 1)) || substr(replace(initcap(replace(key, '_', ' ')), ' ', ''), 2), value)
  from jsonb_each(company - 'created_at')
$$;
grant execute on function company_facts(jsonb) to daybook_app;

create or replace function membership_facts(wanted_company uuid, person uuid) returns jsonb
language sql stable set search_path = public, pg_catalog as $$
  select company_facts(to_jsonb(c)) || jsonb_build_object('role', m.role, 'standsInFor', (
    select coalesce(jsonb_agg(jsonb_build_object(
        'approverId', s.approver_id, 'role', a.role, 'fromDay', s.from_day, 'toDay', s.to_day) order by s.id), '[]')
      from stand_ins s join members a on a.company_id = s.company_id and a.user_id = s.approver_id
      where s.company_id = m.company_id and s.stand_in_id = m.user_id and s.ended_at is null
        and s.to_day >= current_date - 1 and a.deactivated_at is null))
  from members m join companies c on c.id = m.company_id
  where m.company_id = wanted_company and m.user_id = person and m.deactivated_at is null
$$;
drop function company_facts(companies);

create function worklog_values(w jsonb) returns jsonb
language sql stable set search_path = public, pg_catalog as $$
  select jsonb_build_object(
    'projectId', w -> 'project_id', 'taskId', w -> 'task_id', 'kind', w -> 'kind',
    'startsAt', to_char((w ->> 'starts_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char((w ->> 'ends_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'minutes', case when w ->> 'starts_at' is null then w -> 'minutes' end,
    'zone', w -> 'zone', 'day', w -> 'day', 'amountMinor', w -> 'amount_minor', 'currency', w -> 'currency', 'notes', w -> 'notes',
    'allowsOverlap', w -> 'allows_overlap')
$$;
grant execute on function worklog_values(jsonb) to daybook_app;
comment on function worklog_values(worklogs) is 'for the previous release';

create or replace function copy_row_values() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  select case new.move when 'reopen' then jsonb_build_object('allowsOverlap', w.allows_overlap)
    else worklog_values(to_jsonb(w)) || jsonb_build_object('receiptIds', (
      select coalesce(jsonb_agg(r.id order by r.position), '[]') from receipts r
      where r.company_id = w.company_id and r.worklog_id = w.id and r.removed_at is null)) end
    into new.row_values
    from worklogs w where w.company_id = new.company_id and w.id = new.worklog_id;
  return new;
end $$;

-- Inserted one by one, because Citus inserts no rows that are selected from a transition table. They are grouped before: deciding a
-- hundred worklogs adds at most twice as many.
create or replace function note_sum_changes() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
declare
  changes sum_changes[];
  one     sum_changes;
begin
  if tg_op = 'INSERT' then
    changes := array(
      select row(w.company_id, null, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
        count(*), coalesce(sum(w.minutes), 0), coalesce(sum(w.amount_minor), 0))::sum_changes
      from added w where w.status <> 'deleted'
      group by w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency);
  elsif tg_op = 'DELETE' then
    changes := array(
      select row(w.company_id, null, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
        -count(*), -coalesce(sum(w.minutes), 0), -coalesce(sum(w.amount_minor), 0))::sum_changes
      from removed w where w.status <> 'deleted'
      group by w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency);
  else
    changes := array(
      select row(w.company_id, null, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency,
        sum(w.sign), coalesce(sum(w.sign * w.minutes), 0), coalesce(sum(w.sign * w.amount_minor), 0))::sum_changes
      from (
        select 1 as sign, company_id, day, project_id, task_id, kind, status, currency, minutes, amount_minor from added
        union all
        select -1, company_id, day, project_id, task_id, kind, status, currency, minutes, amount_minor from removed) w
      where w.status <> 'deleted'
      group by w.company_id, w.day, w.project_id, w.task_id, w.kind, w.status, w.currency
      having sum(w.sign) <> 0 or coalesce(sum(w.sign * w.minutes), 0) <> 0 or coalesce(sum(w.sign * w.amount_minor), 0) <> 0);
  end if;
  foreach one in array changes loop
    insert into sum_changes (company_id, day, project_id, task_id, kind, status, currency, entries, minutes, amount_minor)
    values (one.company_id, one.day, one.project_id, one.task_id, one.kind, one.status, one.currency,
      one.entries, one.minutes, one.amount_minor);
  end loop;
  return null;
end $$;

-- As before (0047), but in several statements over the same changes. Nobody else deletes them while the lock is held.
create or replace function fold_sum_changes(wanted_company uuid, most integer) returns integer
language plpgsql set search_path = public, pg_catalog as $$
declare
  taken   bigint[];
  touched date[];
begin
  if not pg_try_advisory_xact_lock(sums_lock(wanted_company)) then
    return 0;
  end if;
  select array_agg(c.id), array_agg(distinct c.day) into taken, touched from (
    select id, day from sum_changes where company_id = wanted_company order by id limit most) c;
  if taken is null then
    return 0;
  end if;
  insert into day_sums as s
    select c.company_id, c.day, c.project_id, c.kind, c.status, c.currency, sum(c.entries), sum(c.minutes), sum(c.amount_minor)
    from sum_changes c where c.company_id = wanted_company and c.id = any(taken) group by 1, 2, 3, 4, 5, 6
    on conflict (company_id, day, project_id, kind, status, currency) do update set
      entries = s.entries + excluded.entries, minutes = s.minutes + excluded.minutes,
      amount_minor = s.amount_minor + excluded.amount_minor;
  insert into month_sums as s
    select c.company_id, date_trunc('month', c.day)::date, c.project_id, c.task_id, c.kind, c.status, c.currency,
      sum(c.entries), sum(c.minutes), sum(c.amount_minor)
    from sum_changes c where c.company_id = wanted_company and c.id = any(taken) group by 1, 2, 3, 4, 5, 6, 7
    on conflict (company_id, month, project_id, task_id, status, currency) do update set
      entries = s.entries + excluded.entries, minutes = s.minutes + excluded.minutes,
      amount_minor = s.amount_minor + excluded.amount_minor;
  insert into budget_checks (company_id, project_id)
    select p.company_id, p.id from projects p
    where p.company_id = wanted_company
      and p.id in (select c.project_id from sum_changes c where c.company_id = wanted_company and c.id = any(taken))
      and (p.budget_minutes is not null or p.budget_minor is not null or exists (
        select from tasks t where t.company_id = p.company_id and t.project_id = p.id
          and (t.budget_minutes is not null or t.budget_minor is not null)))
    order by p.id
    on conflict do nothing;
  delete from sum_changes where company_id = wanted_company and id = any(taken);
  delete from day_sums
    where company_id = wanted_company and day = any(touched) and entries = 0 and minutes = 0 and amount_minor = 0;
  delete from month_sums
    where company_id = wanted_company and month in (select date_trunc('month', day)::date from unnest(touched) day)
      and entries = 0 and minutes = 0 and amount_minor = 0;
  return cardinality(taken);
end $$;

-- A timer keeps running when its task is deleted. A trigger instead of `on delete set null`, which Citus refuses in a key with the
-- company.
create function clear_task_of_timers() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  update timers set task_id = null where company_id = old.company_id and task_id = old.id;
  return old;
end $$;
create trigger tasks_cleared_from_timers before delete on tasks
  for each row execute function clear_task_of_timers();
alter table timers
  drop constraint timers_company_id_task_id_fkey,
  add constraint timers_company_id_task_id_fkey foreign key (company_id, task_id) references tasks (company_id, id) not valid;
