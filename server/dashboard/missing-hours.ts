// People who logged less than usual on their last working day, or nothing since they joined: the rule is `missingHours`. It needs
// the hours of each person on 35 days, which an index contains (`worklogs_hours_of_day`): 200 people are some 5,000 days.
// Who logged enough in other projects is not listed, so hours of the whole company count. A manager gets no figures of them; those who
// read all reports get them, and a list of the whole company.

import { sql } from 'kysely';
import type { z } from 'zod';
import { type dashboard, maxMissingPeople } from '#contract/dashboard.ts';
import { addDays, type Day, dayOf } from '#domain/calendar.ts';
import { isPremium } from '#domain/companies.ts';
import { isAllowed, scopeOf } from '#domain/permissions.ts';
import { type MissingHours, missingHours, workingDaysRead } from '#domain/working-days.ts';
import { isLocked } from '#domain/worklogs.ts';
import { isLoggingRole, visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { readDaysOff } from './days-off.ts';

type Missing = z.input<typeof dashboard>['missing'];

export async function findMissing(ctx: CompanyContext): Promise<Missing> {
  const { company, now } = ctx;
  const readsAll = scopeOf(company, 'reports.read') === 'all';
  if (!(readsAll || isAllowed(company, 'projects.details')) || !isPremium(company.seats)) return null;
  const today = dayOf(now, company.timeZone);
  const [rows, daysOff] = await Promise.all([
    readLoggers(ctx, readsAll ? 'reports.read' : 'projects.details', today),
    readDaysOff(ctx, today),
  ]);
  const people = rows.flatMap(({ joinedAt, minutesOn, completeDays, ...person }) => {
    const found = missingHours(
      {
        minutesOn: new Map(Object.entries(minutesOn ?? {})),
        daysOff,
        completeDays: new Set(completeDays),
        joinedOn: dayOf(joinedAt, company.timeZone),
      },
      today,
    );
    const isOpen = found && (found.day === null || !isLocked(found.day, company.lockedUntil));
    return isOpen ? [{ ...person, ...found }] : [];
  });
  return {
    count: people.length,
    people: people
      .sort((a, b) => shareOf(a) - shareOf(b))
      .slice(0, maxMissingPeople)
      .map(({ userId, name, day, minutes, usualMinutes }) => ({
        userId,
        name,
        day,
        isEmpty: minutes === 0,
        hours: readsAll && day !== null ? { minutes, usualMinutes } : null,
      })),
  };
}

const shareOf = ({ minutes, usualMinutes }: MissingHours): number => (minutes === 0 ? 0 : minutes / usualMinutes);

type PersonRow = {
  userId: string;
  name: string;
  joinedAt: Date;
  minutesOn: Record<Day, number> | null;
  completeDays: Day[];
};

/** Active members who log and are on an open project of the caller, by name, with their hours of each day. */
async function readLoggers(
  ctx: CompanyContext,
  action: 'reports.read' | 'projects.details',
  today: Day,
): Promise<PersonRow[]> {
  const { db, company, person } = ctx;
  const openProjects = db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, action))
    .where('p.archivedAt', 'is', null)
    .select(['p.companyId', 'p.id', 'p.forEveryone']);
  const { rows } = await sql<PersonRow>`
    with open_projects as materialized (${openProjects})
    select m.user_id, u.name, coalesce(m.renewed_at, m.joined_at) as joined_at,
      (select json_object_agg(one.day, one.minutes) from (
        select w.day::text, sum(w.minutes) as minutes from worklogs w
        where w.company_id = ${company.id} and w.worker_id = m.user_id
          and w.kind = 'timed' and w.status in ('pending', 'approved')
          and w.day >= ${addDays(today, -workingDaysRead)} and w.day < ${today}
        group by w.day) one) as minutes_on,
      array(select d.day::text from complete_days d
        where d.company_id = ${company.id} and d.user_id = m.user_id) as complete_days
    from members m join users u on u.id = m.user_id
    where m.company_id = ${company.id} and m.deactivated_at is null and m.user_id <> ${person.id} and ${isLoggingRole(ctx)}
      and (exists (select from open_projects where for_everyone) or exists (
        select from open_projects p
        join project_workers pw on pw.company_id = ${company.id} and pw.project_id = p.id
        where pw.user_id = m.user_id))
    order by u.name_key, u.id`.execute(db);
  return rows;
}
