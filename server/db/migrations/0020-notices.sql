-- What people are told by e-mail: what is still to be told, what was told last, and what somebody does not want to hear of.
set local lock_timeout = '2s';

-- One row for each move that somebody is to hear of, written with the move, taken out when the mail is put together.
-- Rows are only ever added and taken out: writers of one company never wait for each other here.
create table notices (
  company_id uuid not null,
  id         uuid not null default gen_random_uuid(),
  kind       text not null check (kind in ('decisions', 'waiting')),
  -- The worker who is told; of waiting work it shows only later who may decide it.
  user_id    uuid,
  worklog_id uuid not null,
  version    integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references members (company_id, user_id),
  foreign key (company_id, worklog_id) references worklogs (company_id, id),
  check ((kind = 'decisions') = (user_id is not null))
);

-- The last mail of each kind that tells something once a day or once a week; its day makes a second one impossible.
create table told (
  company_id uuid not null,
  user_id    uuid not null,
  kind       text not null check (kind in ('waiting', 'empty-week')),
  day        date not null,
  -- What it told of, so that an unchanged thing is not told again.
  mark       text not null default '',
  primary key (company_id, user_id, kind),
  foreign key (company_id, user_id) references members (company_id, user_id)
);

-- The last company day whose morning mails were begun.
create table mornings (
  company_id uuid primary key references companies (id),
  day        date not null
);

do $$
declare t text;
begin
  foreach t in array array['notices', 'told', 'mornings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company())) with check (company_id = (select current_company()))', t);
  end loop;
end $$;
grant select, insert, delete on notices to daybook_app;
grant select, insert, update, delete on told to daybook_app;
grant select, insert, update on mornings to daybook_app;

-- The jobs that look for what is due run as the owner and have to find the companies; what they do, they do inside of one.
create policy due on notices for select to current_user using ((select current_company()) is null);
create policy due on mornings for select to current_user using ((select current_company()) is null);
create policy due on companies for select to current_user using ((select current_company()) is null);

-- Kinds of mail that a person does not want, from any company. No row: wanted.
create table declined_mails (
  user_id     uuid not null references users (id) on delete cascade,
  kind        text not null check (kind in ('decisions', 'waiting', 'empty-week', 'stand-in')),
  declined_at timestamptz not null default now(),
  primary key (user_id, kind)
);
alter table declined_mails enable row level security;
alter table declined_mails force row level security;
create policy own on declined_mails
  using (user_id = (select current_person())) with check (user_id = (select current_person()));
-- Whoever writes to the members of a company has to know.
create policy of_members on declined_mails for select using (
  (select current_company()) is not null
  and user_id in (select m.user_id from members m where m.company_id = (select current_company())));
grant select, insert, delete on declined_mails to daybook_app;
