-- The job that forgets keys runs as the owner, for whom row-level security holds too: it may reach the old ones only.
set local lock_timeout = '2s';

create policy old_keys on idempotency_keys to current_user
  using (created_at < now() - interval '2 days') with check (false);
