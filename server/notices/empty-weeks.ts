// Workers with an empty week: active members who joined before it began, could log in it (an open task of an assigned project
// whose dates include a day of the week, not everything locked), and have no worklog in it.

import { sql } from 'kysely';
import { addDays, type Day, dayStartsAt } from '#domain/calendar.ts';
import { rolesAllowed } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import type { CompanyFacts, Db } from '../request/context.ts';

/** Either one person, or the next page of all in the order of their ids. */
type WorkerSelection = { week: Day; only: string } | { week: Day; after: string; max: number };

/** The roles that log in every company. Others may log where a policy allows it, but are not expected to. */
const loggingRoles = rolesAllowed('worklogs.submit', defaultPolicies);

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
      and m.role = any(${[...loggingRoles]}::text[]) and m.joined_at < ${dayStartsAt(selection.week, company.timeZone)}
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
    order by m.user_id
    limit ${max}`.execute(db);
  return rows.map(({ userId }) => userId);
}
