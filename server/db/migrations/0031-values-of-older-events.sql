-- transaction: none
-- Completes the events that were written before 0030, as far as the data allows: fifty thousand at a time, without locking a
-- row that anybody else writes. Events written meanwhile are completed by their trigger.
set lock_timeout = '2s';

-- The last time that the values were set, they were those of the row. Withdrawing took the receipts off.
-- repeat: for each company
update worklog_events e
set row_values = worklog_values(w) || jsonb_build_object('receiptIds', (
  select coalesce(jsonb_agg(r.id order by r.position), '[]') from receipts r
  where r.company_id = w.company_id and r.worklog_id = w.id and (r.removed_at is null
    or w.status = 'deleted' and r.removed_at = (
      select max(g.at) from worklog_events g
      where g.company_id = w.company_id and g.worklog_id = w.id and g.move = 'withdraw'))))
from worklogs w
where w.company_id = current_company() and w.id = e.worklog_id and e.company_id = current_company() and e.id in (
  select l.id from worklog_events l
  where l.company_id = current_company() and l.move in ('submit', 'amend') and l.row_values is null
    and not exists (select from worklog_events n
      where n.company_id = l.company_id and n.worklog_id = l.worklog_id and n.move = 'amend' and n.version > l.version)
  limit 50000);

-- Before that they were what the next amendments changed them from. Zone, currency and the confirmation of an overlap were not
-- recorded; a task is found by its names where they name exactly one; receipts are known where no amendment touched them.
-- repeat: for each company
with earlier as (
  select e.id, e.worklog_id, (
    select coalesce(jsonb_object_agg(f.key, f.value), '{}') from (
      select distinct on (c.key) c.key, c.value -> 'from' as value
      from worklog_events a, jsonb_each(a.changes) c
      where a.company_id = e.company_id and a.worklog_id = e.worklog_id and a.move = 'amend' and a.version > e.version
      order by c.key, a.version) f) as was
  from worklog_events e
  where e.company_id = current_company() and e.move in ('submit', 'amend') and e.row_values is null
  limit 50000),
known as (
  select o.id, o.was, worklog_values(w) as now, o.was ?| array['projectName', 'taskName'] as has_other_task, (
      select jsonb_build_object('projectId', min(t.project_id::text), 'taskId', min(t.id::text), 'kind', min(t.kind))
      from tasks t join projects p on p.company_id = t.company_id and p.id = t.project_id
      where t.company_id = w.company_id and t.name = coalesce(o.was ->> 'taskName', last_task.name)
        and p.name = coalesce(o.was ->> 'projectName', last_project.name)
      having count(*) = 1) as named_task, (
      select jsonb_build_object('receiptIds', coalesce(jsonb_agg(r.id order by r.position), '[]')) from receipts r
      where r.company_id = w.company_id and r.worklog_id = w.id and (r.removed_at is null
        or w.status = 'deleted' and r.removed_at = (
          select max(g.at) from worklog_events g
          where g.company_id = w.company_id and g.worklog_id = w.id and g.move = 'withdraw'))) as receipts
  from earlier o
  join worklogs w on w.company_id = current_company() and w.id = o.worklog_id
  join tasks last_task on last_task.company_id = w.company_id and last_task.id = w.task_id
  join projects last_project on last_project.company_id = w.company_id and last_project.id = w.project_id)
update worklog_events e
set row_values = k.now - array['zone', 'currency', 'allowsOverlap']
  - case when k.has_other_task then array['projectId', 'taskId', 'kind'] else array[]::text[] end
  || case when k.has_other_task then coalesce(k.named_task, '{}') else '{}' end
  || case when k.was ? 'receipts' then '{}' else k.receipts end
  || (k.was - array['projectName', 'taskName', 'receipts'])
from known k
where e.company_id = current_company() and e.id = k.id;
