// Workers with an empty week: active, there before it began, able to log in it (an open task of a project they are assigned
// to, whose dates reach into the week, and not everything locked), and without a single worklog in it.

import { sql } from 'kysely';
import { addDays, type Day, dayStartsAt } from '#domain/calendar.ts';
import { roles, scopeOf } from '#domain/permissions.ts';
import type { CompanyFacts, Db } from '../request/context.ts';

/** Either one person or the next of all, in the order of their ids. */
type Asked = { week: Day; only: string } | { week: Day; after: string; most: number };

const loggingRoles = roles.filter((role) => scopeOf(role, 'worklogs.submit') !== 'none');

export async function listEmptyWeeks(
  db: Db,
  company: Pick<CompanyFacts, 'id' | 'timeZone' | 'lockedUntil'>,
  asked: Asked,
): Promise<string[]> {
  const last = addDays(asked.week, 6);
  if (company.lockedUntil !== null && company.lockedUntil >= last) return [];
  const who = 'only' in asked ? sql`m.user_id = ${asked.only}` : sql`m.user_id > ${asked.after}`;
  const most = 'only' in asked ? 1 : asked.most;
  const { rows } = await sql<{ userId: string }>`
    select m.user_id from members m
    where m.company_id = ${company.id} and ${who} and m.deactivated_at is null
      and m.role = any(${[...loggingRoles]}::text[]) and m.joined_at < ${dayStartsAt(asked.week, company.timeZone)}
      and exists (
        select from projects p
        where p.company_id = m.company_id and p.archived_at is null
          and coalesce(p.starts_on <= ${last}::date, true) and coalesce(p.ends_on >= ${asked.week}::date, true)
          and (p.for_everyone or exists (select from project_workers pw
            where pw.company_id = p.company_id and pw.project_id = p.id and pw.user_id = m.user_id))
          and exists (select from tasks t
            where t.company_id = p.company_id and t.project_id = p.id and t.closed_at is null))
      and not exists (
        select from worklogs w
        where w.company_id = m.company_id and w.worker_id = m.user_id and w.status <> 'deleted'
          and w.day between ${asked.week}::date and ${last}::date)
    order by m.user_id
    limit ${most}`.execute(db);
  return rows.map(({ userId }) => userId);
}
