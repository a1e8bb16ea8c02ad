-- The second factor with its recovery codes, passkeys, and what a browser holds between two steps of signing in.
-- These tables belong to people, not to companies. No secret is kept plain: the TOTP secret is sealed with a key that
-- is not in the database, of codes and tokens there are hashes only.
set local lock_timeout = '2s';

create table second_factors (
  user_id       uuid primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  -- A code works once: the time step of the last one, in which no later code may lie.
  last_step     integer not null default 0,
  begun_at      timestamptz not null default now(),
  turned_on_at  timestamptz
);

create table recovery_codes (
  user_id   uuid not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id            uuid primary key,
  user_id       uuid not null references users (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key    bytea not null,
  counter       bigint not null,
  name          text not null check (length(name) between 1 and 120),
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- The password or a link was right; the code is still to come. Not a session: nothing but the next step looks here.
create table pending_sign_ins (
  token_hash text primary key,
  user_id    uuid not null references users (id) on delete cascade,
  way        text not null check (way in ('password', 'link')),
  expires_at timestamptz not null
);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);

-- What an authenticator has to sign, for the browser that asked and for one purpose.
create table passkey_challenges (
  challenge    text primary key,
  purpose      text not null check (purpose in ('add', 'sign-in')),
  browser_hash text not null,
  expires_at   timestamptz not null
);

grant select, insert, update, delete on second_factors, recovery_codes, passkeys, pending_sign_ins, passkey_challenges to daybook_app;
