-- What an import of history says further: worklogs of which a file had only the day and the length carry the time at which they were placed
-- (a worklog that begins at another time by now was corrected), rows of people who are invited wait for them, and columns that somebody
-- named are proposed for the next file with the same headings (a hash of them -> the columns). The previous release reads none of it.
set local lock_timeout = '2s';

alter table imported_worklogs add column placed_at timestamptz;
alter table history_imports add column named_columns jsonb not null default '{}';

alter table history_verdicts
  drop constraint history_verdicts_verdict_check,
  add constraint history_verdicts_verdict_check check (verdict in ('new', 'shortened', 'overlapping', 'placed', 'length-only', 'known', 'break',
    'wrong-date', 'wrong-time', 'wrong-length', 'negative-length', 'no-length', 'too-short', 'too-long', 'no-person', 'invited',
    'overlaps', 'no-free-time', 'without-times', 'locked', 'future')) not valid;
