-- Worklogs and their history. The exclusion constraint makes an overlap of one worker's timed worklogs impossible by any path.
set local lock_timeout = '2s';

create table worklogs (
  company_id      uuid not null references companies (id),
  id              uuid not null,
  worker_id       uuid not null,
  project_id      uuid not null,
  task_id         uuid not null,
  kind            text not null check (kind in ('timed', 'expense')),
  status          text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'deleted')),
  starts_at       timestamptz,
  ends_at         timestamptz,
  minutes         integer generated always as ((extract(epoch from (ends_at - starts_at)) / 60)::integer) stored,
  zone            text not null,
  day             date not null,
  amount_minor    bigint check (amount_minor between 1 and 100000000000),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  notes           text not null default '' check (length(notes) <= 5000),
  allows_overlap  boolean not null default false,
  version         integer not null default 1,
  submitted_at    timestamptz not null default now(),
  reviewer_id     uuid,
  reviewed_at     timestamptz,
  review_notes    text check (length(review_notes) <= 5000),
  primary key (company_id, id),
  foreign key (company_id, worker_id) references members (company_id, user_id),
  foreign key (company_id, reviewer_id) references members (company_id, user_id),
  foreign key (company_id, project_id, task_id, kind) references tasks (company_id, project_id, id, kind),
  constraint worklogs_reviewer_is_not_worker check (reviewer_id <> worker_id),
  constraint worklogs_decided_by_somebody check ((status in ('approved', 'rejected')) = (reviewer_id is not null and reviewed_at is not null) or status = 'deleted'),
  constraint worklogs_kind_fits check (
    case kind
      when 'timed' then starts_at is not null and ends_at > starts_at and ends_at - starts_at <= interval '24 hours'
      else starts_at is null and ends_at is null and amount_minor is not null
    end),
  constraint worklogs_do_not_overlap exclude using gist (
    company_id with =, worker_id with =, tstzrange(starts_at, ends_at) with &&
  ) where (kind = 'timed' and status in ('pending', 'approved') and not allows_overlap)
);
create index worklogs_by_day on worklogs (company_id, day desc, id desc) where status <> 'deleted';
create index worklogs_by_worker on worklogs (company_id, worker_id, day desc, id desc) where status <> 'deleted';
create index worklogs_by_project on worklogs (company_id, project_id, day desc, id desc) where status <> 'deleted';
create index worklogs_waiting on worklogs (company_id, submitted_at, id) where status = 'pending';
create index worklogs_of_task on worklogs (company_id, task_id);

create table worklog_events (
  company_id uuid not null,
  id         uuid not null,
  worklog_id uuid not null,
  move       text not null check (move in ('submit', 'amend', 'withdraw', 'approve', 'reject', 'reopen')),
  actor_id   uuid not null,
  at         timestamptz not null default now(),
  version    integer not null,
  notes      text,
  changes    jsonb not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, worklog_id) references worklogs (company_id, id),
  foreign key (company_id, actor_id) references members (company_id, user_id)
);
create index worklog_events_of_worklog on worklog_events (company_id, worklog_id, id);

do $$
declare t text;
begin
  foreach t in array array['worklogs', 'worklog_events'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))', t);
  end loop;
end $$;

grant select, insert, update on worklogs to daybook_app;
-- History is only ever written, never changed.
grant select, insert on worklog_events to daybook_app;
