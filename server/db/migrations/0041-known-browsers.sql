-- Browsers that a person has signed in with: guesses from them are limited apart from those of strangers (server/request/rate-limits.ts).
-- The cookie opens nothing, and only its hash is stored.
set local lock_timeout = '2s';

create table known_browsers (
  user_id       uuid not null references users (id) on delete cascade,
  token_hash    text not null,
  first_used_at timestamptz not null default now(),
  last_used_at  timestamptz not null default now(),
  primary key (user_id, token_hash)
);
create index known_browsers_by_token on known_browsers (token_hash);
grant select, insert, update, delete on known_browsers to daybook_app;

-- A hash of who asked for the link: a newer one replaces the older ones of the same sender, never those of others.
alter table link_codes add sender text;
