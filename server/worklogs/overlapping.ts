// Converts worklogs for responses, each with the worklogs that it overlaps. Those are read only for flagged rows, which are rare, and
// with the usual visibility: worklogs that the caller may not see are omitted.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { worklog as worklogSchema } from '#contract/worklogs.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { maxDayDistance, toWorklog, type WorklogRow } from './rows.ts';

type WorklogResponse = z.input<typeof worklogSchema>;

/** More overlaps than this are not listed. */
const maxOverlapping = 5;

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
    .selectFrom('worklogs as w')
    .innerJoin('worklogs as subject', (join) =>
      join
        .onRef('subject.companyId', '=', 'w.companyId')
        .onRef('subject.workerId', '=', 'w.workerId')
        .onRef('subject.id', '<>', 'w.id'),
    )
    .where(visibleWorklogs(ctx, 'worklogs.read'))
    .where('subject.companyId', '=', ctx.company.id)
    .where('subject.id', 'in', ids)
    .where('w.kind', '=', 'timed')
    .where('w.status', 'in', ['pending', 'approved'])
    .where(sql<boolean>`tstzrange(w.starts_at, w.ends_at) && tstzrange(subject.starts_at, subject.ends_at)`)
    .where(sql<boolean>`w.day between subject.day - ${maxDayDistance}::int and subject.day + ${maxDayDistance}::int`)
    .select(['subject.id as subjectId', 'w.id', 'w.startsAt', 'w.endsAt', 'w.zone'])
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
