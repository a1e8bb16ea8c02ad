-- What makes a request safe to repeat, and the door through which the application puts a job into the queue.
set local lock_timeout = '2s';

create table idempotency_keys (
  user_id      uuid not null references users (id) on delete cascade,
  key          text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status       smallint,
  body         jsonb,
  created_at   timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own on idempotency_keys
  using (user_id = (select current_person())) with check (user_id = (select current_person()));

grant select, insert, update, delete on idempotency_keys to daybook_app;

-- The application role may add jobs but not read the queue, where other companies' jobs wait.
create function enqueue(identifier text, payload json, job_key text default null, run_at timestamptz default null)
returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(identifier => identifier, payload => payload, job_key => job_key, run_at => run_at);
end $$;
revoke all on function enqueue(text, json, text, timestamptz) from public;
grant execute on function enqueue(text, json, text, timestamptz) to daybook_app;
