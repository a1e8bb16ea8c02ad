-- What the rows of an import of history leave open, as the last check found it: question -> how many rows, and some of them as examples by
-- file and line; of people that were not found by their address as well. The previous release asks everything.
set local lock_timeout = '2s';

alter table history_imports add column questions jsonb not null default '{}';
alter table history_people add column examples jsonb not null default '[]';
