-- Files of reports that a browser is about to fetch by itself, or is fetching: what was asked, how far it has come, how it ended. The
-- page that asked looks here, as it sees nothing of what the browser saves. Kept for an hour (server/report-files/prepared.ts).
set local lock_timeout = '2s';

create table prepared_files (
  company_id    uuid not null references companies (id),
  id            uuid not null,
  user_id       uuid not null,
  -- As the contract describes it (contract/report-files.ts); read back through the same schema.
  asked         jsonb not null,
  state         text not null default 'waiting' check (state in ('waiting', 'writing', 'whole', 'cancelled', 'failed')),
  rows_expected bigint,
  rows_written  bigint not null default 0,
  -- Why it failed: a reason and what fills its sentence.
  refusal       jsonb,
  created_at    timestamptz not null default now(),
  -- Of whoever writes it, about once a second.
  seen_at       timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references members (company_id, user_id)
);
create index prepared_files_of_member on prepared_files (company_id, user_id);

alter table prepared_files enable row level security;
alter table prepared_files force row level security;
create policy tenant on prepared_files
  using (company_id = (select current_company())) with check (company_id = (select current_company()));
grant select, insert, update, delete on prepared_files to daybook_app;

-- What is enclosed in a mail, for the mailbox of a Daybook without a mail server.
alter table dev_mail add file_name text, add file_type text, add file bytea;
