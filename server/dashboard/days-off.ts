// The days of the last week on which nobody in the company logged anything, such as public holidays: nobody is asked about them.
// Where only one person logs, an empty day says nothing about the others, so there are none.

import { sql } from 'kysely';
import { addDays, type Day } from '#domain/calendar.ts';
import { daysOffRead } from '#domain/working-days.ts';
import { isLoggingRole } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';

export async function readDaysOff(ctx: CompanyContext, today: Day): Promise<ReadonlySet<Day>> {
  const { db, company } = ctx;
  // A subquery for each day, which reads one entry of the index: the planner makes a scan of all worklogs out of `not exists`.
  const { rows } = await sql<{ day: Day }>`
    select one.day::date::text as day
    from generate_series(${addDays(today, -daysOffRead)}::date, ${addDays(today, -1)}::date, interval '1 day') one (day)
    where (select w.id from worklogs w
        where w.company_id = ${company.id} and w.status <> 'deleted' and w.day = one.day::date limit 1) is null
      and 1 < (select count(*) from members m
        where m.company_id = ${company.id} and m.deactivated_at is null and ${isLoggingRole(ctx)})`.execute(db);
  return new Set(rows.map(({ day }) => day));
}
