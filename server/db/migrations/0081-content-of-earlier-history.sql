-- transaction: none
-- The rows of imports before 0080, which are there for a month after an import.
set lock_timeout = '2s';

alter table imported_worklogs validate constraint imported_worklogs_content_check;

-- repeat: for each company
with one_import as (
  select i.id, i.zone from history_imports i
  where i.company_id = current_company() and exists (
    select from imported_worklogs k join history_rows r on r.company_id = k.company_id and r.import_id = k.import_id and r.identity = k.identity
      and r.problem is null
    where k.company_id = current_company() and k.import_id = i.id and k.content is null)
  limit 1),
said as (
  select r.import_id, r.identity, r.person_key, r.file_number, r.line, history_content(d.begins, case when d.finishes > d.begins then d.finishes
    else d.begins + (r.ends_at::timestamp - r.starts_at::timestamp) end, r.day, r.seconds, r.client, r.project, r.task, r.notes) as content
  from one_import i join history_rows r on r.company_id = current_company() and r.import_id = i.id and r.problem is null,
  lateral (select case when r.is_utc then 'UTC' else i.zone end as zone) z,
  lateral (select r.starts_at::timestamp at time zone z.zone as begins, r.ends_at::timestamp at time zone z.zone as finishes) d),
numbered as (
  select import_id, identity, line, file_number,
    nth_history_content(content, row_number() over (partition by content, person_key, file_number order by line)) as content
  from said),
changed as (
  select distinct on (k.worklog_id) k.worklog_id, n.content
  from numbered n join imported_worklogs k on k.company_id = current_company() and k.import_id = n.import_id and k.identity = n.identity
  where k.content is null order by k.worklog_id, n.file_number, n.line limit 5000)
update imported_worklogs k set content = c.content from changed c where k.company_id = current_company() and k.worklog_id = c.worklog_id;
