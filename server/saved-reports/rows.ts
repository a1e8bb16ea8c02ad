// Reads saved reports as a reader sees them: their own and shared ones, with their personal choices.

import { sql } from 'kysely';
import { type SavedFilter, savedFilter, savedGroups } from '#contract/saved-reports.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import { maxSavedReports, maxSharedReports, type ReportMailFormat, type ReportMailing } from '#domain/saved-reports.ts';
import type { Viewer } from '../request/access.ts';

const selectSavedReports = ({ db, company, person }: Viewer) =>
  db
    .selectFrom('savedReports as r')
    .innerJoin('users as owner', 'owner.id', 'r.ownerId')
    .leftJoin('savedReportChoices as c', (join) =>
      join.onRef('c.companyId', '=', 'r.companyId').onRef('c.reportId', '=', 'r.id').on('c.userId', '=', person.id),
    )
    .where('r.companyId', '=', company.id)
    .where((eb) => eb.or([eb('r.ownerId', '=', person.id), eb('r.isShared', '=', true)]))
    .select(['r.id', 'r.ownerId', 'r.name', 'r.view', 'r.range', 'r.isShared', 'r.version'])
    .select(['r.fromDay as from', 'r.toDay as to', 'r.filter', 'r.groupBy', 'owner.name as ownerName'])
    .select([
      sql<boolean>`r.owner_id = ${person.id}`.as('isOwn'),
      sql<boolean>`coalesce(c.is_pinned, false)`.as('isPinned'),
      sql<ReportMailing>`coalesce(c.mail, 'never')`.as('mail'),
      sql<ReportMailFormat>`coalesce(c.mail_format, 'xlsx')`.as('mailFormat'),
    ]);

export type SavedReportRow = Omit<Awaited<ReturnType<typeof readRow>>, 'filter' | 'groupBy'> & {
  filter: SavedFilter;
  groupBy: ReportGroup[];
};

const readRow = (viewer: Viewer) => selectSavedReports(viewer).executeTakeFirstOrThrow();

export async function listSavedReports(viewer: Viewer): Promise<SavedReportRow[]> {
  const rows = await selectSavedReports(viewer)
    .orderBy(sql`coalesce(c.is_pinned, false)`, 'desc')
    .orderBy(sql`lower(r.name)`)
    .orderBy('r.id')
    .limit(maxSavedReports + maxSharedReports)
    .execute();
  return rows.map(withFilter);
}

/** Null if there is none that this reader may see. */
export async function findSavedReport(viewer: Viewer, reportId: string): Promise<SavedReportRow | null> {
  const row = await selectSavedReports(viewer).where('r.id', '=', reportId).executeTakeFirst();
  return row ? withFilter(row) : null;
}

const withFilter = <Row extends { view: string; filter: unknown; groupBy: unknown }>(row: Row) => {
  const filter = savedFilter.parse(row.filter);
  const shown = row.view === 'payroll' ? payrollFilter(filter) : filter;
  return { ...row, filter: shown, groupBy: savedGroups.parse(row.groupBy) };
};

/** Payroll shows and has only the days and the workers; an earlier release saved what the report before it was filtered by. */
const payrollFilter = ({ workerIds }: SavedFilter): SavedFilter => (workerIds ? { workerIds } : {});
