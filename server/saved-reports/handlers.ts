// Saved reports: saved by their owners, with personal choices of each reader. A private report is answered as missing for everybody
// except its owner. Names are unique by an index, so that one of two concurrent saves fails.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { savedReport, savedReportEndpoints } from '#contract/saved-reports.ts';
import { scopeOf } from '#domain/permissions.ts';
import { differentGroupsRefusal } from '#domain/report-groups.ts';
import { rangeRefusal } from '#domain/report-ranges.ts';
import {
  resolveSavedDays,
  type SavedDays,
  savedDaysRefusal,
  savedFilterRefusal,
  savedReportChangeRefusal,
  savedReportLimitRefusal,
  sharedReportLimitRefusal,
  unshareRefusal,
} from '#domain/saved-reports.ts';
import { newId } from '../db/ids.ts';
import { lockOwnCompany } from '../members/seats.ts';
import { isDatabaseError } from '../request/constraint.ts';
import { type CompanyContext, todayOf } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound, refused } from '../request/refused.ts';
import { findSavedReport, listSavedReports, type SavedReportRow } from './rows.ts';

export const savedReportHandlers: Handlers<typeof savedReportEndpoints> = {
  async listSavedReports(ctx) {
    const rows = await listSavedReports(ctx);
    return { reports: rows.map((row) => toSavedReport(ctx, row)) };
  },

  async saveReport(ctx, { companyId, isPinned, mail, mailFormat, ...content }) {
    ensureDaysAllowed(ctx, content);
    ensureAllowed(differentGroupsRefusal(content.groupBy));
    ensureAllowed(savedFilterRefusal(content.filter));
    // So that concurrent requests cannot exceed a maximum.
    await lockOwnCompany(ctx);
    const { count } = await ctx.db
      .selectFrom('savedReports')
      .where('companyId', '=', companyId)
      .where('ownerId', '=', ctx.person.id)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    ensureAllowed(savedReportLimitRefusal(count));
    if (content.isShared) await ensureSharingAllowed(ctx);
    const id = newId();
    await ctx.db
      .insertInto('savedReports')
      .values({ companyId, id, ownerId: ctx.person.id, ...columnsOf(content) })
      .execute()
      .catch(asNameTaken);
    await choose(ctx, id, { isPinned, mail, mailFormat });
    return publishAndRead(ctx, id, content.isShared);
  },

  async changeSavedReport(ctx, { companyId, reportId, version, ...changes }) {
    // Before the report, in the order of closing an account.
    await lockOwnCompany(ctx);
    const before = await getChangeable(ctx, reportId);
    if (before.version !== version)
      throw refused('saved-report.changed-since-seen', { extra: { version: before.version } });
    const content = changed(before, changes);
    const isUnshared = before.isShared && !content.isShared;
    if (isUnshared) ensureAllowed(unshareRefusal(before));
    if (content.isShared && !before.isShared) await ensureSharingAllowed(ctx);
    ensureDaysAllowed(ctx, content);
    ensureAllowed(differentGroupsRefusal(content.groupBy));
    // Reports saved before this limit existed keep their filter.
    ensureAllowed(savedFilterRefusal(changes.filter ?? {}));
    await ctx.db
      .updateTable('savedReports')
      .set((eb) => ({ ...columnsOf(content), version: eb('version', '+', 1) }))
      .where('companyId', '=', companyId)
      .where('id', '=', reportId)
      .execute()
      .catch(asNameTaken);
    // A report that is no longer shared is hidden from other readers.
    if (isUnshared) await deleteReaders(ctx, before);
    return publishAndRead(ctx, reportId, before.isShared || content.isShared);
  },

  async chooseForSavedReport(ctx, { companyId, reportId, ...choices }) {
    ensureFound(await findSavedReport(ctx, reportId), 'saved-report.missing');
    await choose(ctx, reportId, choices);
    ctx.publishChangeFor({ companyId, userId: ctx.person.id }, 'saved-reports');
    return toSavedReport(ctx, ensureFound(await findSavedReport(ctx, reportId), 'saved-report.missing'));
  },

  async removeSavedReport(ctx, { companyId, reportId }) {
    await lockOwnCompany(ctx);
    const { isShared } = await getChangeable(ctx, reportId);
    await ctx.db.deleteFrom('savedReports').where('companyId', '=', companyId).where('id', '=', reportId).execute();
    publishReportChange(ctx, isShared);
    return null;
  },
};

/** With the company locked. */
async function ensureSharingAllowed(ctx: CompanyContext): Promise<void> {
  const { count } = await ctx.db
    .selectFrom('savedReports')
    .where('companyId', '=', ctx.company.id)
    .where('isShared', '=', true)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  ensureAllowed(sharedReportLimitRefusal(count));
}

type Content = SavedDays & Pick<SavedReportRow, 'name' | 'view' | 'filter' | 'groupBy' | 'isShared'>;

type ContentChanges = { [Name in keyof Content]?: Content[Name] | undefined };

/** Fixed days are kept only if the range is still `days`. */
const changed = (before: SavedReportRow, { range = before.range, ...changes }: ContentChanges): Content => ({
  name: changes.name ?? before.name,
  view: changes.view ?? before.view,
  filter: changes.filter ?? before.filter,
  groupBy: changes.groupBy ?? before.groupBy,
  isShared: changes.isShared ?? before.isShared,
  range,
  from: changes.from === undefined ? keptDay(range, before.from) : changes.from,
  to: changes.to === undefined ? keptDay(range, before.to) : changes.to,
});

const keptDay = (range: SavedDays['range'], day: SavedDays['from']) => (range === 'days' ? day : null);

const columnsOf = ({ name, view, range, from, to, filter, groupBy, isShared }: Content) => ({
  name,
  view,
  range,
  fromDay: from,
  toDay: to,
  filter: JSON.stringify(filter),
  groupBy: JSON.stringify(groupBy),
  isShared,
});

function ensureDaysAllowed(ctx: CompanyContext, days: SavedDays): void {
  ensureAllowed(savedDaysRefusal(days));
  ensureAllowed(rangeRefusal(daysToday(ctx, days), todayOf(ctx)));
}

const daysToday = (ctx: CompanyContext, days: SavedDays) =>
  resolveSavedDays(days, todayOf(ctx), ctx.company.weekStartsOn);

/** Locked, so that concurrent changes do not both see the same version. */
async function getChangeable(ctx: CompanyContext, reportId: string): Promise<SavedReportRow> {
  await sql`select from saved_reports where company_id = ${ctx.company.id} and id = ${reportId} for update`.execute(
    ctx.db,
  );
  const row = ensureFound(await findSavedReport(ctx, reportId), 'saved-report.missing');
  ensureAllowed(savedReportChangeRefusal(row, ctx.scope));
  return row;
}

type Choices = { [Name in 'isPinned' | 'mail' | 'mailFormat']?: SavedReportRow[Name] | undefined };

async function choose({ db, company, person }: CompanyContext, reportId: string, choices: Choices): Promise<void> {
  const chosen = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined));
  if (Object.keys(chosen).length === 0) return;
  await db
    .insertInto('savedReportChoices')
    .values({ companyId: company.id, reportId, userId: person.id, ...chosen })
    .onConflict((conflict) => conflict.columns(['companyId', 'reportId', 'userId']).doUpdateSet(chosen))
    .execute();
  // Choosing a mailed report ends an earlier unsubscription from report mails.
  if (choices.mail !== undefined && choices.mail !== 'never')
    await db.deleteFrom('declinedMails').where('userId', '=', person.id).where('kind', '=', 'report').execute();
}

const deleteReaders = ({ db, company }: CompanyContext, { id, ownerId }: SavedReportRow) =>
  db
    .deleteFrom('savedReportChoices')
    .where('companyId', '=', company.id)
    .where('reportId', '=', id)
    .where('userId', '<>', ownerId)
    .execute();

function asNameTaken(error: unknown): never {
  if (isDatabaseError(error, '23505')) throw refused('saved-report.name-taken', { path: 'name' });
  throw error;
}

function publishReportChange(ctx: CompanyContext, isShared: boolean): void {
  if (isShared) ctx.publishChange(ctx.company.id, 'saved-reports');
  else ctx.publishChangeFor({ companyId: ctx.company.id, userId: ctx.person.id }, 'saved-reports');
}

async function publishAndRead(ctx: CompanyContext, reportId: string, isShared: boolean) {
  publishReportChange(ctx, isShared);
  return toSavedReport(ctx, ensureFound(await findSavedReport(ctx, reportId), 'saved-report.missing'));
}

const toSavedReport = (ctx: CompanyContext, row: SavedReportRow): z.input<typeof savedReport> => {
  const { ownerId: _, ...shown } = row;
  const refusal = savedReportChangeRefusal(row, scopeOf(ctx.company, 'reports.save'));
  return { ...shown, days: daysToday(ctx, row), actions: { change: refusal?.code ?? true } };
};
