-- People, their credentials and sessions, and the one-time codes of e-mailed links.
-- These tables belong to no company. better-auth reads and writes users, accounts, sessions and verifications.
set local lock_timeout = '2s';

create extension if not exists btree_gist;

create table users (
  id             uuid primary key,
  name           text not null check (length(name) between 1 and 120),
  email          text not null check (length(email) <= 254 and email = lower(email)),
  email_verified boolean not null default false,
  image          text,
  settings       jsonb not null default '{"theme": "light", "locale": "en"}',
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  unique (email)
);

create table sessions (
  id         uuid primary key,
  user_id    uuid not null references users (id) on delete cascade,
  token      text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);

create table accounts (
  id                       uuid primary key,
  user_id                  uuid not null references users (id) on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on accounts (user_id);

create table verifications (
  id         uuid primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

-- Only the hash of a code is kept. The purpose is part of every look-up, so that one kind never passes for another.
create table link_codes (
  id          uuid primary key,
  purpose     text not null check (purpose in
                ('verifyEmail', 'resetPassword', 'signIn', 'verifyAndChangeEmail', 'recoverEmail', 'invite')),
  code_hash   bytea not null unique,
  user_id     uuid references users (id) on delete cascade,
  email       text not null,
  company_id  uuid,
  invite_id   uuid,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  consumed_at timestamptz,
  voided_at   timestamptz,
  check ((purpose = 'invite') = (invite_id is not null and company_id is not null))
);
create index link_codes_of_user on link_codes (user_id, purpose);
create index link_codes_of_invite on link_codes (company_id, invite_id);

-- Budgets for sign-in, mail and the like: one row per key and window.
create table throttles (
  key        text primary key,
  points     integer not null,
  expires_at timestamptz not null
);

-- E-mails that were sent while no SMTP server is configured; read at /dev/mail outside production.
create table dev_mail (
  id         uuid primary key,
  recipient  text not null,
  subject    text not null,
  text       text not null,
  html       text not null,
  message_id text not null unique,
  sent_at    timestamptz not null default now()
);

grant select, insert, update, delete on users, sessions, accounts, verifications, link_codes, throttles, dev_mail to daybook_app;
