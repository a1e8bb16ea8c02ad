-- Lists of any length: names sorted and searched as people read them, and hours of a project without reading worklogs.
-- The generated columns rewrite users, projects and tasks once.
set local lock_timeout = '2s';

-- Case and accents are put aside in the same way on every PostgreSQL and in every locale, which ICU collations are not
-- (they are missing on some systems, and their order changes with the release). Immutable, so that it can be stored.
create function folded(words text) returns text
language sql immutable strict parallel safe
  as $$ select replace(replace(replace(
    translate(lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')), 'ØøŁłĐđÐðĦħıÆŒ', 'oollddddhhiæœ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') $$;

-- As a LIKE pattern: what a person types is text, never a wildcard.
create function containing(word text) returns text
language sql immutable strict parallel safe
  as $$ select '%' || regexp_replace(folded(word), '([\\%_])', '\\\1', 'g') || '%' $$;
grant execute on function folded(text), containing(text) to daybook_app;

alter table users add column name_key text collate "C" not null generated always as (folded(name)) stored;
alter table projects
  add column name_key text collate "C" not null generated always as (folded(name)) stored,
  add column search_key text collate "C" not null generated always as (folded(name || ' ' || code)) stored;
alter table tasks add column name_key text collate "C" not null generated always as (folded(name)) stored;

create index users_by_name on users (name_key, id);
create index projects_by_name on projects (company_id, name_key, id);
create index members_admins on members (company_id) where role = 'company admin' and deactivated_at is null;
create index invites_by_sending on invites (company_id, sent_at desc, id desc);

-- Covers the hours used of a project: an index-only scan of its entries, instead of the company's worklogs.
create index worklogs_hours on worklogs (company_id, project_id) include (worker_id, minutes)
  where kind = 'timed' and status in ('pending', 'approved');
