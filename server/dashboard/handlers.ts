// The dashboard: what is pending for the caller, their own day, the first steps of a new company, and the current week.
// Its queries are sent together, because everybody opens this page first.
// Each part uses the same permissions as the page it links to.

import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type dashboard,
  type dashboardEndpoints,
  maxDashboardBudgets,
  maxDashboardRows,
  maxLockDateAdmins,
} from '#contract/dashboard.ts';
import { addDays, type Day, dayOf, weekStart } from '#domain/calendar.ts';
import { isAllowed, rolesAllowed } from '#domain/permissions.ts';
import { isLocked, isOverdue } from '#domain/worklogs.ts';
import { readReachedBudgets } from '../budgets/use.ts';
import { reportPartsBy } from '../reports/parts.ts';
import { sumsOf } from '../reports/sums.ts';
import { isNeitherOwnNorEntered, visibleProjects, visibleWorklogs, type WorklogBuilder } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { clientNameColumn } from '../request/tasks.ts';
import { worklogsWithTask } from '../worklogs/joins.ts';
import { findFailedInvites } from './failed-invites.ts';
import { findFailedMails } from './failed-mails.ts';
import { findMissing } from './missing-hours.ts';
import { findNextPayroll } from './next-payroll.ts';
import { findOwnDay } from './own-day.ts';

type DashboardParts = z.input<typeof dashboard>;

export const dashboardHandlers: Handlers<typeof dashboardEndpoints> = {
  async getDashboard(ctx) {
    const [week, toCorrect, waiting, budgets, own, missing, payroll, faults, firstSteps] = await Promise.all([
      findWeek(ctx),
      findRejected(ctx),
      findWaiting(ctx),
      findBudgets(ctx),
      findOwnDay(ctx),
      findMissing(ctx),
      findNextPayroll(ctx),
      findFaults(ctx),
      findFirstSteps(ctx),
    ]);
    const weekMinutes = week.reduce((total, { minutes }) => total + minutes, 0);
    return {
      ...toCorrect,
      waiting,
      budgets,
      own,
      missing,
      payroll,
      ...faults,
      firstSteps,
      week,
      weekMinutes,
    };
  },

  async getCounts(ctx) {
    const { rows } = await sql<{ toDecide: number; toCorrect: number }>`
      select (select count(*) from (${toDecide(ctx).select('w.id').limit(maxCounted)}) one) as to_decide,
             (select count(*) from (${toCorrect(ctx).select('w.id').limit(maxCounted)}) one) as to_correct`.execute(
      ctx.db,
    );
    return rows[0] ?? { toDecide: 0, toCorrect: 0 };
  },
};

async function findFaults(
  ctx: CompanyContext,
): Promise<Pick<DashboardParts, 'failedInvites' | 'failedMails' | 'lateBackup'>> {
  const found = [findFailedInvites(ctx), findFailedMails(ctx), findLateBackup(ctx)] as const;
  const [failedInvites, failedMails, lateBackup] = await Promise.all(found);
  return { failedInvites, failedMails, lateBackup };
}

/** Company admins can notify the operator. Of an own PostgreSQL only what was backed up before by the programs of Daybook. */
async function findLateBackup({ db, company, config, now }: CompanyContext): Promise<DashboardParts['lateBackup']> {
  if (!isAllowed(company, 'company.update')) return null;
  const lastAt =
    config.backup === undefined
      ? sql<Date>`least(last_database_backup_at, last_files_backup_at)`
      : sql<Date>`last_backup_at`;
  const row = await db
    .selectFrom('installation')
    .where(sql<boolean>`${lastAt} < ${now}::timestamptz - interval '1 day'`)
    .select(lastAt.as('lastAt'))
    .executeTakeFirst();
  return row === undefined ? null : { lastAt: row.lastAt.toISOString() };
}

/** The navigation shows `99+` for more than 99, so counting stops there. */
const maxCounted = 100;

const toCorrect = (ctx: CompanyContext) => ctx.db.selectFrom('worklogs as w').where(isToCorrect(ctx));

/** The caller's own rejected worklogs. Statuses are literals in the query, so that it can use the partial indexes. */
const isToCorrect = (ctx: CompanyContext) => (eb: WorklogBuilder) =>
  eb.and([visibleWorklogs(ctx, 'worklogs.submit')(eb), eb('w.status', '=', sql.lit('rejected')), isToDo(ctx)]);

/** A dismissed worklog is a to-do again after it has changed, or when its period was unlocked. */
const isToDo = ({ company }: CompanyContext) =>
  sql<boolean>`(w.dismissed_version is distinct from w.version or w.day > ${company.lockedUntil ?? '-infinity'}::date)`;

/** Excludes what others decide: the caller's own worklogs, and those that they entered. */
const toDecide = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, 'worklogs.decide'))
    .where(isNeitherOwnNorEntered(ctx.person.id))
    .where('w.status', '=', sql.lit('pending'));

/** The worklogs that the caller should correct, if they may. */
async function findRejected(ctx: CompanyContext): Promise<Pick<DashboardParts, 'rejected' | 'lock'>> {
  const { count, oldestDay } = await toCorrect(ctx)
    .select([sql<number>`count(*)`.as('count'), sql<Day | null>`min(w.day)`.as('oldestDay')])
    .executeTakeFirstOrThrow();
  if (count === 0) return { rejected: { count, oldestDay, worklogs: [] }, lock: null };
  const rows = await worklogsWithTask(ctx.db)
    .where(isToCorrect(ctx))
    .leftJoin('users as reviewer', 'reviewer.id', 'w.reviewerId')
    .select(['w.id', 'p.name as projectName', 't.name as taskName', 'w.day', 'w.minutes', 'w.amountMinor'])
    .select(clientNameColumn(ctx.company))
    .select(['w.currency', 'w.submittedAt', 'w.reviewNotes', 'w.version', 'reviewer.name as reviewerName'])
    .orderBy('w.submittedAt')
    .orderBy('w.id')
    .limit(maxDashboardRows)
    .execute();
  const worklogs = rows.map(({ amountMinor, currency, submittedAt, reviewNotes, reviewerName, ...row }) => ({
    ...row,
    expense: amountMinor === null ? null : { amountMinor, currency },
    submittedAt: submittedAt.toISOString(),
    isLocked: isLocked(row.day, ctx.company.lockedUntil),
    reviewNotes: reviewNotes ?? '',
    reviewerName: reviewerName ?? '',
  }));
  return {
    rejected: { count, oldestDay, worklogs },
    lock: worklogs.some(({ isLocked }) => isLocked) ? await findLock(ctx) : null,
  };
}

async function findLock({ db, company }: CompanyContext): Promise<DashboardParts['lock']> {
  if (company.lockedUntil === null) return null;
  const roles = rolesAllowed('company.update');
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', company.id)
    .where('m.deactivatedAt', 'is', null)
    .where('m.role', 'in', roles)
    .select('u.name')
    .orderBy('u.nameKey')
    .orderBy('u.id')
    .limit(maxLockDateAdmins)
    .execute();
  return { until: company.lockedUntil, canMove: rows.map(({ name }) => name) };
}

async function findWaiting(ctx: CompanyContext): Promise<DashboardParts['waiting']> {
  if (!isAllowed(ctx.company, 'worklogs.decide')) return null;
  const rows = await toDecide(ctx)
    .innerJoin('users as u', 'u.id', 'w.workerId')
    .groupBy(['u.id', 'u.name'])
    .select([
      'u.id as userId',
      'u.name',
      sql<number>`count(*)`.as('count'),
      sql<Date>`min(w.submitted_at)`.as('oldest'),
      sql<Day>`min(w.day)`.as('oldestDay'),
    ])
    .orderBy('oldest')
    .orderBy('u.id')
    .execute();
  const workers = rows.map(({ userId, name, count, oldest }) => ({
    userId,
    name,
    count,
    oldestSubmittedAt: oldest.toISOString(),
    isOverdue: isOverdue(oldest, ctx.now),
  }));
  return {
    count: rows.reduce((total, row) => total + row.count, 0),
    oldestSubmittedAt: workers[0]?.oldestSubmittedAt ?? null,
    oldestDay: rows.map(({ oldestDay }) => oldestDay).sort()[0] ?? null,
    workers: workers.slice(0, maxDashboardRows),
  };
}

/**
 * Only projects whose last check found a budget at a threshold, and those that changed since then, are summed: exact, and as
 * fast in a company of any size.
 */
async function findBudgets(ctx: CompanyContext): Promise<DashboardParts['budgets']> {
  const { db, company } = ctx;
  if (!isAllowed(company, 'projects.details')) return null;
  const projects = await db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'projects.details'))
    .where('p.archivedAt', 'is', null)
    .where(
      sql<boolean>`p.id in (
        select project_id from budget_alerts where company_id = ${company.id}
        union all select project_id from budget_checks where company_id = ${company.id}
        union all select project_id from sum_changes where company_id = ${company.id})`,
    )
    .select('p.id')
    .execute();
  const reached = await readReachedBudgets(
    db,
    company,
    projects.map(({ id }) => id),
  );
  return { count: reached.length, worst: reached.slice(0, maxDashboardBudgets) };
}

async function findFirstSteps(ctx: CompanyContext): Promise<DashboardParts['firstSteps']> {
  if (!isAllowed(ctx.company, 'company.update')) return null;
  const companyId = ctx.company.id;
  const { rows } = await sql<NonNullable<DashboardParts['firstSteps']>>`
    select exists (select from projects where company_id = ${companyId}) as has_project,
           exists (select from companies where id = ${companyId} and seats > 1) as has_seats,
           exists (select from invites where company_id = ${companyId}) as has_invited,
           exists (select from worklogs where company_id = ${companyId}) as has_worklog`.execute(ctx.db);
  const [steps] = rows;
  return steps && Object.values(steps).some((isDone) => !isDone) ? steps : null;
}

/**
 * Seven days of the company's week; days without hours have zero. As in the linked reports, worklogs that the caller may only
 * decide as a stand-in are not included.
 */
async function findWeek(ctx: CompanyContext): Promise<DashboardParts['week']> {
  const first = weekStart(dayOf(ctx.now, ctx.company.timeZone), ctx.company.weekStartsOn);
  const days = Array.from({ length: 7 }, (_, index) => addDays(first, index));
  const range = { from: first, to: addDays(first, 6) };
  const parts = await reportPartsBy(ctx, ['day'], { action: 'reports.read', filter: { ...range, kinds: ['timed'] } });
  const of = Map.groupBy(parts, ({ day }) => day);
  return days.map((day) => ({ day, minutes: sumsOf(of.get(day) ?? []).minutes }));
}
