-- History from other tools (decision 072): files are read into history_rows, each row gets a verdict, and the imported ones become
-- worklogs by moves of their own, approved without anybody who decided. The previous release shows these worklogs as any others.
set local lock_timeout = '2s';

alter table worklogs
  add column is_imported boolean not null default false,
  drop constraint worklogs_decided_by_somebody,
  add constraint worklogs_decided_by_somebody check (
    status = 'deleted'
    or (status in ('approved', 'rejected')) = (reviewer_id is not null and reviewed_at is not null)
    or (is_imported and status = 'approved' and reviewer_id is null and reviewed_at is null)) not valid;

alter table worklog_events
  drop constraint worklog_events_move_check,
  add constraint worklog_events_move_check
    check (move in ('submit', 'enter', 'import', 'import-approved', 'amend', 'withdraw', 'approve', 'reject', 'reopen')) not valid;

drop trigger worklog_events_copy_row_values on worklog_events;
create trigger worklog_events_copy_row_values before insert on worklog_events
  for each row when (new.row_values is null and new.move in ('submit', 'enter', 'import', 'import-approved', 'amend', 'reopen'))
  execute function copy_row_values();

-- One for each import, kept as the record of who imported what. Everything below it is deleted after 30 days.
create table history_imports (
  company_id     uuid not null references companies (id),
  id             uuid not null,
  state          text not null default 'open'
                   check (state in ('open', 'checking', 'checked', 'running', 'imported', 'undoing', 'undone')),
  started_by     uuid not null,
  created_at     timestamptz not null,
  finished_at    timestamptz,
  file_names     text not null default '' check (length(file_names) <= 1000),
  -- What the person who imports chose.
  zone           text not null,
  status         text not null default 'approved' check (status in ('approved', 'pending', 'as-in-file')),
  overlap_choice text not null default 'shorten' check (overlap_choice in ('shorten', 'skip', 'keep')),
  without_times  text not null default 'place' check (without_times in ('place', 'length', 'skip')),
  project_name   text not null default '' check (length(project_name) <= 120),
  task_name      text not null default '' check (length(task_name) <= 120),
  into_locked    boolean not null default false,
  -- What the last check found: rows by verdict, and how much would be created.
  counts         jsonb not null default '{}',
  creates        jsonb not null default '{}',
  -- Worklogs written so far by a run that has not committed yet.
  done           integer not null default 0,
  -- Why the last check, run or undoing ended without effect: the code of a reason.
  problem        text check (length(problem) <= 100),
  primary key (company_id, id),
  foreign key (company_id, started_by) references members (company_id, user_id)
);

create table history_files (
  company_id  uuid not null,
  import_id   uuid not null,
  number      smallint not null,
  name        text not null check (length(name) <= 200),
  tool        text check (tool in ('toggl', 'clockify', 'harvest', 'kimai', 'solidtime', 'table')),
  -- Null while it is being read.
  rows        integer,
  date_order  text check (date_order in ('day-month', 'month-day')),
  ignored     jsonb not null default '[]',
  primary key (company_id, import_id, number),
  foreign key (company_id, import_id) references history_imports (company_id, id) on delete cascade
);

create table history_rows (
  company_id  uuid not null,
  import_id   uuid not null,
  file_number smallint not null,
  line        integer not null,
  identity    bytea not null,
  person_key  text not null,
  person      text not null,
  email       text not null,
  client      text not null,
  project     text not null,
  task        text not null,
  notes       text not null,
  tags        jsonb not null,
  is_billable boolean,
  is_approved boolean,
  -- Wall times of the file, or in UTC.
  starts_at   text,
  ends_at     text,
  is_utc      boolean not null,
  day         date,
  seconds     integer not null,
  problem     text,
  primary key (company_id, import_id, file_number, line),
  foreign key (company_id, import_id, file_number) references history_files (company_id, import_id, number) on delete cascade
);

create table history_people (
  company_id uuid not null,
  import_id  uuid not null,
  person_key text not null,
  name       text not null,
  email      text not null,
  rows       integer not null,
  -- Null: is created as a former member.
  user_id    uuid,
  is_chosen  boolean not null default false,
  primary key (company_id, import_id, person_key),
  foreign key (company_id, import_id) references history_imports (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references members (company_id, user_id)
);

-- What becomes of each row, with the times that it gets here.
create table history_verdicts (
  company_id     uuid not null,
  import_id      uuid not null,
  file_number    smallint not null,
  line           integer not null,
  verdict        text not null check (verdict in ('new', 'shortened', 'overlapping', 'placed', 'length-only', 'known', 'break',
                   'wrong-date', 'wrong-time', 'wrong-length', 'negative-length', 'no-length', 'too-short', 'too-long', 'no-person',
                   'overlaps', 'no-free-time', 'without-times', 'locked', 'future')),
  starts_at      timestamptz,
  ends_at        timestamptz,
  minutes        integer,
  day            date,
  primary key (company_id, import_id, file_number, line),
  foreign key (company_id, import_id) references history_imports (company_id, id) on delete cascade
);
create index history_verdicts_by_verdict on history_verdicts (company_id, import_id, verdict, file_number, line);

-- What an import created, to be deleted when it is undone, unless something else refers to it.
create table history_creations (
  company_id uuid not null,
  import_id  uuid not null,
  id         uuid not null,
  user_id    uuid,
  client_id  uuid,
  project_id uuid,
  task_id    uuid,
  tag_id     uuid,
  primary key (company_id, import_id, id),
  foreign key (company_id, import_id) references history_imports (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references members (company_id, user_id) on delete cascade,
  foreign key (company_id, client_id) references clients (company_id, id) on delete cascade,
  foreign key (company_id, project_id) references projects (company_id, id) on delete cascade,
  foreign key (company_id, task_id) references tasks (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references tags (company_id, id) on delete cascade
);

-- Which row of which tool a worklog was: importing it again adds nothing.
create table imported_worklogs (
  company_id uuid not null,
  worklog_id uuid not null,
  import_id  uuid not null,
  identity   bytea not null check (length(identity) = 32),
  primary key (company_id, worklog_id),
  unique (company_id, identity),
  foreign key (company_id, worklog_id) references worklogs (company_id, id),
  foreign key (company_id, import_id) references history_imports (company_id, id)
);
create index imported_worklogs_of_import on imported_worklogs (company_id, import_id);

-- Which member a person of other tools is, as it was decided last; the address or name only as a hash.
create table imported_people (
  company_id  uuid not null,
  person_hash bytea not null check (length(person_hash) = 32),
  user_id     uuid not null,
  primary key (company_id, person_hash),
  foreign key (company_id, user_id) references members (company_id, user_id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['history_imports', 'history_files', 'history_rows', 'history_people', 'history_verdicts', 'history_creations',
      'imported_worklogs', 'imported_people'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = current_company()) with check (company_id = current_company())', t);
  end loop;
end $$;
grant select, insert, update, delete on history_imports, history_files, history_rows, history_people to daybook_app;
grant select on history_verdicts, history_creations, imported_worklogs, imported_people to daybook_app;

-- The words of a name, whatever their order.
create function name_words(name text) returns text
language sql immutable strict parallel safe
  as $$ select string_agg(word, ' ' order by word collate "C") from regexp_split_to_table(folded(name), '[^[:alnum:]]+') word where word <> '' $$;

-- Until when the rows taken so far last, each of which is taken if it begins after that.
create function later_taken_end(taken timestamptz, starts timestamptz, ends timestamptz) returns timestamptz
language sql immutable parallel safe
  as $$ select case when taken is null or starts >= taken then ends else taken end $$;
create aggregate last_taken_end(timestamptz, timestamptz) (sfunc = later_taken_end, stype = timestamptz);

alter table audit_events
  drop constraint audit_events_kind_check,
  add constraint audit_events_kind_check check (kind in ('sign-in', 'member-joined', 'member-activated', 'member-deactivated',
    'role-changed', 'policy', 'company-setting', 'token-created', 'token-revoked', 'report-exported', 'report-mailed',
    'personal-data-exported', 'seats', 'subscription', 'client-renamed', 'client-deleted', 'tag-renamed', 'tag-merged',
    'tag-deleted', 'history-imported', 'history-undone')) not valid;
