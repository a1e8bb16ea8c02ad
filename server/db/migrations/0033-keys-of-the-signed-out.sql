-- What makes a request safe to repeat where no session says whose its key is: registering, links, signing in (decision 033).
set local lock_timeout = '2s';

-- `id` is an HMAC of the endpoint, the key, and the one-time code, address or cookie that the request acts on. The answer,
-- which may hold the token of a session, is sealed: nobody reads a code, an address or a token out of a copy of this table.
create table signed_out_keys (
  id            bytea primary key,
  request_hash  bytea not null,
  sealed_answer bytea,
  created_at    timestamptz not null default now()
);
create index signed_out_keys_by_age on signed_out_keys (created_at);

grant select, insert, update, delete on signed_out_keys to daybook_app;
