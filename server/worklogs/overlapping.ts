// Converts worklogs for responses, each with the worklogs that it overlaps. Those are read only for flagged rows, which are rare, and
// with the usual visibility: worklogs that the caller may not see are omitted.

import { sql } from 'kysely';
import type { z } from 'zod';
import { maxOverlapping, type worklog as worklogSchema } from '#contract/worklogs.ts';
import type { Database } from '../db/schema.ts';
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

/** Worklogs (alias `w`) of the same worker at the same time as those with `ids`, by a function of the database (0085). */
const pairs = (companyId: string, ids: string[]) =>
  sql<Database['worklogs']>`overlapping_worklogs(${companyId}, ${ids}, ${maxDayDistance})`.as('w');
