-- A recipient whose mail server is slow, or a company with thousands of them, must not hold up the mail of others: mails wait in two
-- queues for each company, and for each domain where they belong to no company. A worker sends one mail of a queue at a time.
-- The functions keep their signatures: the previous release calls them as before.
set local lock_timeout = '2s';

create function mail_queue(identifier text, payload json) returns text
language sql stable set search_path = pg_catalog as $$
  select case when identifier in ('send-mail', 'send-notice', 'send-report') then
    'mail ' || coalesce(
      payload ->> 'companyId',
      payload -> 'importRow' ->> 'companyId',
      nullif(current_setting('app.company_id', true), ''),
      -- Hashed, as names of queues outlive their jobs.
      'domain ' || md5(lower(split_part(payload ->> 'to', '@', 2))))
    || ' ' || (hashtext(coalesce(payload ->> 'userId', payload ->> 'to')) & 1)
  end
$$;

create or replace function enqueue(identifier text, payload json, job_key text default null, run_at timestamptz default null)
returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(identifier => identifier, payload => payload, job_key => job_key, run_at => run_at,
    queue_name => public.mail_queue(identifier, payload));
end $$;

create or replace function enqueue_many(identifier text, payloads json[], priority smallint)
returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(identifier, payload, public.mail_queue(identifier, payload), null, null, null, priority, null)::graphile_worker.job_spec
    from unnest(payloads) as payload));
end $$;
