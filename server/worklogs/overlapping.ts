// Converts worklogs for responses, each with the worklogs that it overlaps. Those are read only for flagged rows, which are rare, and
// with the usual visibility: worklogs that the caller may not see are omitted.

import { sql } from 'kysely';
import type { z } from 'zod';
import { maxOverlapping, type worklog as worklogSchema } from '#contract/worklogs.ts';
import type { Database } from '../db/schema.ts';
import { anyOf } from '../db/transact.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { maxDayDistance, toWorklog, type WorklogRow } from './rows.ts';

type WorklogResponse = z.input<typeof worklogSchema>;

export async function toWorklogs(ctx: CompanyContext, rows: readonly WorklogRow[]): Promise<WorklogResponse[]> {
  const flagged = rows.filter((row) => row.isConflicting).map((row) => row.id);
  const others = flagged.length === 0 ? new Map() : await findOverlapping(ctx, flagged);
  return rows.map((row) => toWorklog(ctx, row, (others.get(row.id) ?? []).slice(0, maxOverlapping)));
}

async function findOverlapping(
  ctx: CompanyContext,
  ids: string[],
): Promise<Map<string, WorklogResponse['overlapping']>> {
  const rows = await ctx.db
    .selectFrom(pairs(ctx.company.id, ids))
    .where(visibleWorklogs(ctx, 'worklogs.read'))
    .select(['w.id', 'w.startsAt', 'w.endsAt', 'w.zone', sql<string>`w.subject_id`.as('subjectId')])
    .orderBy('w.startsAt')
    .orderBy('w.id')
    .execute();
  const grouped = new Map<string, WorklogResponse['overlapping']>();
  for (const { subjectId, id, startsAt, endsAt, zone } of rows) {
    if (!startsAt || !endsAt) continue;
    const own = grouped.get(subjectId) ?? [];
    grouped.set(subjectId, [...own, { id, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), zone }]);
  }
  return grouped;
}

/**
 * Worklogs (alias `w`) of the same worker at the same time as those with `ids`. The planner must not know which company it is: it
 * has no statistics about one that has just been filled, expects one row of it and compares each row with each other one. With the
 * company hidden in a subquery it plans for an average company; `lateral` and `offset 0` make it search the days around each row.
 * Those days are computed before: under row-level security PostgreSQL 15 searches no index by a value that is computed in the
 * condition.
 */
const pairs = (companyId: string, ids: string[]) =>
  sql<Database['worklogs']>`(
    select subject.id as subject_id, one.*
    from (
      select *, day - ${maxDayDistance}::int as first_day, day + ${maxDayDistance}::int as last_day from worklogs
      where company_id = (select ${companyId}::uuid) and id = ${anyOf(ids)}
      offset 0) subject
    cross join lateral (
      select * from worklogs other
      where other.company_id = (select ${companyId}::uuid) and other.worker_id = subject.worker_id and other.id <> subject.id
        and other.kind = 'timed' and other.starts_at is not null and other.status in ('pending', 'approved')
        and other.day between subject.first_day and subject.last_day
        and tstzrange(other.starts_at, other.ends_at) && tstzrange(subject.starts_at, subject.ends_at)
      offset 0) one
    offset 0)`.as('w');
