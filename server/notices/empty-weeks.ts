// Workers with an empty week: active members who joined, or came back, before it began, could log in it (an open task of an assigned
// project whose dates include a day of the week, not everything locked), have no worklog in it, and did not call its days complete.

import { sql } from 'kysely';
import { addDays, type Day, dayStartsAt } from '#domain/calendar.ts';
import { rolesAllowed } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import type { CompanyFacts, Db } from '../request/context.ts';

/** Either one person, or the next page of all in the order of their ids. */
type WorkerSelection = { week: Day; only: string } | { week: Day; after: string; max: number };

/** The roles that log in every company. Others may log where a policy allows it, but are not expected to. */
const loggingRoles = rolesAllowed('worklogs.submit', defaultPolicies);

/** How far back a worklog makes its day of the week one on which the person works. */
const usualDays = 28;

/**
 * Whether the member (alias `m`) called all days complete on which they usually work, such as in a week of illness: the days of the week of
 * their last worklogs, else Monday to Friday.
 */
const isComplete = (companyId: string, week: Day) => sql<boolean>`
  exists (select from complete_days c where c.company_id = ${companyId} and c.user_id = m.user_id
    and c.day between ${week}::date and ${addDays(week, 6)}::date)
  and not exists (
    with usual as materialized (
      select distinct extract(isodow from w.day) as weekday from worklogs w
      where w.company_id = ${companyId} and w.worker_id = m.user_id and w.status <> 'deleted'
        and w.day between ${addDays(week, -usualDays)}::date and ${addDays(week, -1)}::date)
    select from generate_series(0, 6) n, lateral (select ${week}::date + n as day) d
    where (extract(isodow from d.day) in (select weekday from usual)
        or not exists (select from usual) and extract(isodow from d.day) <= 5)
      and not exists (select from complete_days c
        where c.company_id = ${companyId} and c.user_id = m.user_id and c.day = d.day))`;

export async function listEmptyWeeks(
  db: Db,
  company: Pick<CompanyFacts, 'id' | 'timeZone' | 'lockedUntil'>,
  selection: WorkerSelection,
): Promise<string[]> {
  const last = addDays(selection.week, 6);
  if (company.lockedUntil !== null && company.lockedUntil >= last) return [];
  const condition = 'only' in selection ? sql`m.user_id = ${selection.only}` : sql`m.user_id > ${selection.after}`;
  const max = 'only' in selection ? 1 : selection.max;
  const { rows } = await sql<{ userId: string }>`
    select m.user_id from members m
    where m.company_id = ${company.id} and ${condition} and m.deactivated_at is null
      and m.role = any(${[...loggingRoles]}::text[]) and coalesce(m.renewed_at, m.joined_at) < ${dayStartsAt(selection.week, company.timeZone)}
      and exists (
        select from projects p
        where p.company_id = ${company.id} and p.archived_at is null
          and coalesce(p.starts_on <= ${last}::date, true) and coalesce(p.ends_on >= ${selection.week}::date, true)
          and (p.for_everyone or exists (select from project_workers pw
            where pw.company_id = ${company.id} and pw.project_id = p.id and pw.user_id = m.user_id))
          and exists (select from tasks t
            where t.company_id = ${company.id} and t.project_id = p.id and t.closed_at is null))
      and not exists (
        select from worklogs w
        where w.company_id = ${company.id} and w.worker_id = m.user_id and w.status <> 'deleted'
          and w.day between ${selection.week}::date and ${last}::date)
      and not (${isComplete(company.id, selection.week)})
    order by m.user_id
    limit ${max}`.execute(db);
  return rows.map(({ userId }) => userId);
}
