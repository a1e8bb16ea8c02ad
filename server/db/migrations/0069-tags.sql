-- Tags of worklogs (decision 071). The previous release knows neither table: it shows and changes worklogs without their tags.
set local lock_timeout = '2s';

create table tags (
  company_id uuid not null references companies (id),
  id         uuid not null,
  name       text not null check (length(name) between 1 and 100),
  name_key   text collate "C" not null generated always as (folded(name)) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index tags_name_once on tags (company_id, lower(name));
create index tags_by_name on tags (company_id, name_key, id);

create table worklog_tags (
  company_id uuid not null,
  worklog_id uuid not null,
  tag_id     uuid not null,
  primary key (company_id, worklog_id, tag_id),
  foreign key (company_id, worklog_id) references worklogs (company_id, id),
  foreign key (company_id, tag_id) references tags (company_id, id)
);
create index worklog_tags_by_tag on worklog_tags (company_id, tag_id, worklog_id);

alter table tags enable row level security;
alter table tags force row level security;
create policy tenant on tags using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on tags to daybook_app;

alter table worklog_tags enable row level security;
alter table worklog_tags force row level security;
create policy tenant on worklog_tags using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, delete on worklog_tags to daybook_app;

-- Whether a company shows anything of tags, as has_clients.
alter table companies add column has_tags boolean not null default false;

create function note_tags() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
declare
  company uuid := coalesce(new.company_id, old.company_id);
  any_left boolean;
begin
  perform from companies where id = company for no key update;
  any_left := exists (select from tags where company_id = company);
  update companies set has_tags = any_left where id = company and has_tags <> any_left;
  return null;
end $$;
create trigger tags_noted after insert or delete on tags
  for each row execute function note_tags();

-- As before (0062), with the names of the tags.
create or replace function copy_row_values() returns trigger
language plpgsql set search_path = public, pg_catalog as $$
begin
  select case new.move when 'reopen' then jsonb_build_object('allowsOverlap', w.allows_overlap)
    else worklog_values(to_jsonb(w)) || jsonb_build_object(
      'receiptIds', (
        select coalesce(jsonb_agg(r.id order by r.position), '[]') from receipts r
        where r.company_id = w.company_id and r.worklog_id = w.id and r.removed_at is null),
      'tags', (
        select coalesce(jsonb_agg(g.name order by g.name_key, g.id), '[]') from worklog_tags wt
        join tags g on g.company_id = wt.company_id and g.id = wt.tag_id
        where wt.company_id = w.company_id and wt.worklog_id = w.id)) end
    into new.row_values
    from worklogs w where w.company_id = new.company_id and w.id = new.worklog_id;
  return new;
end $$;

alter table audit_events
  drop constraint audit_events_kind_check,
  add constraint audit_events_kind_check check (kind in ('sign-in', 'member-joined', 'member-activated', 'member-deactivated',
    'role-changed', 'policy', 'company-setting', 'token-created', 'token-revoked', 'report-exported', 'report-mailed',
    'personal-data-exported', 'seats', 'subscription', 'client-renamed', 'client-deleted', 'tag-renamed', 'tag-merged',
    'tag-deleted')) not valid;
