// The SELECT and the output format of a worklog. Callers add the WHERE.
// `actions` are derived from the same table of moves that guards the UPDATE.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { worklog as worklogSchema } from '#contract/worklogs.ts';
import { type Action, includesWorklog, scopeOf } from '#domain/permissions.ts';
import type { ReasonCode } from '#domain/reasons.ts';
import { recordOf } from '#domain/record-of.ts';
import { reachesOnBehalfOf } from '#domain/stand-ins.ts';
import { type LaterMove, laterMoves, moveRefusal, moves, type WorklogState } from '#domain/worklogs.ts';
import { anyOf, prepared } from '../db/transact.ts';
import { delegatorsOf, visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureFound } from '../request/refused.ts';
import { clientNameColumn } from '../request/tasks.ts';
import { plainColumns, tagNamesOf, worklogsWithTask } from './joins.ts';

export function selectWorklogs(ctx: CompanyContext) {
  return worklogsWithTask(ctx.db)
    .innerJoin('users as worker', 'worker.id', 'w.workerId')
    .leftJoin('users as reviewer', 'reviewer.id', 'w.reviewerId')
    .leftJoin('users as delegator', 'delegator.id', 'w.reviewedFor')
    .leftJoin('users as enterer', 'enterer.id', 'w.enteredBy')
    .select(plainColumns)
    .select([
      'w.id',
      'w.workerId',
      'w.projectId',
      'w.taskId',
      'w.kind',
      'w.status',
      'w.version',
      'w.allowsOverlap',
      'w.submittedAt',
      'w.reviewedAt',
      'w.reviewNotes',
      'w.reviewerId',
      'worker.name as workerName',
      'reviewer.name as reviewerName',
      'delegator.name as reviewedForName',
      'w.enteredBy',
      'enterer.name as enteredByName',
      'p.name as projectName',
      'p.colour',
      't.name as taskName',
    ])
    .select(clientNameColumn(ctx.company))
    .select(isConflicting(ctx.company.id).as('isConflicting'))
    .select(hasPlacedTimes(ctx.company.id).as('hasPlacedTimes'))
    .select((ctx.company.hasTags ? tagNamesOf(ctx.company.id) : noTags).as('tags'))
    .select(receiptCount(ctx.company.id).as('receipts'))
    .select(managersAmongDeciders(ctx).as('managedBy'));
}

/**
 * Locks worklogs until the commit, in the order of their ids, as every write does. The statement selects no columns:
 * after waiting for a lock PostgreSQL evaluates the row again, and with subqueries version 18 crashed at that. Callers select after
 * locking, and so see the changes that the lock waited for.
 */
export async function lockWorklogs(ctx: CompanyContext, ids: readonly string[]): Promise<void> {
  await prepared(
    ctx.db,
    sql`select from worklogs where company_id = ${ctx.company.id} and id = any(${ids}::uuid[]) order by id for update`,
  );
}

/**
 * The maximum distance in days between the stored days of two overlapping worklogs: one for the longest worklog, two more in case
 * the company changed its time zone between them.
 */
export const maxDayDistance = 3;

/**
 * Same condition as the exclusion constraint: with times, pending or approved, half-open. At least one of two overlapping worklogs was
 * confirmed. Confirmed ones are few and have a partial index, so all others search only them; a confirmed one searches the nearby days.
 */
const isConflicting = (
  companyId: string,
) => sql<boolean>`(w.kind = 'timed' and w.starts_at is not null and w.status in ('pending', 'approved') and (exists (
  select from worklogs o
  where o.company_id = ${companyId} and o.worker_id = w.worker_id and o.id <> w.id and o.kind = 'timed'
    and o.status in ('pending', 'approved') and tstzrange(o.starts_at, o.ends_at) && tstzrange(w.starts_at, w.ends_at)
    and o.allows_overlap and o.starts_at is not null)
  or w.allows_overlap and exists (
  select from worklogs o
  where o.company_id = ${companyId} and o.worker_id = w.worker_id and o.id <> w.id and o.kind = 'timed'
    and o.starts_at is not null and o.status in ('pending', 'approved')
    and tstzrange(o.starts_at, o.ends_at) && tstzrange(w.starts_at, w.ends_at)
    and o.day between w.day - ${maxDayDistance}::int and w.day + ${maxDayDistance}::int)))`;

/** Until somebody corrects its start. */
const hasPlacedTimes = (companyId: string) => sql<boolean>`(w.is_imported and exists (
  select from imported_worklogs i where i.company_id = ${companyId} and i.worklog_id = w.id and i.placed_at = w.starts_at))`;

const receiptCount = (companyId: string) => sql<number>`(
  select count(*) from receipts r
  where r.company_id = ${companyId} and r.worklog_id = w.id and r.removed_at is null)`;

const noTags = sql<string[]>`'{}'::text[]`;

/** The caller and the approvers they stand in for, if they manage the project. */
function managersAmongDeciders(ctx: CompanyContext) {
  const deciders = [ctx.person.id, ...ctx.company.standsInFor.map(({ approverId }) => approverId)];
  return sql<string[]>`array(
    select pm.user_id::text from project_managers pm
    where pm.company_id = ${ctx.company.id} and pm.project_id = w.project_id and pm.user_id = ${anyOf(deciders)})`;
}

export async function getWorklogRow(ctx: CompanyContext, worklogId: string, action: Action): Promise<WorklogRow> {
  const query = selectWorklogs(ctx).where(visibleWorklogs(ctx, action)).where('w.id', '=', worklogId);
  const [row] = await prepared(ctx.db, query);
  return ensureFound(row, 'worklog.missing');
}

export type WorklogRow = Awaited<ReturnType<ReturnType<typeof selectWorklogs>['executeTakeFirstOrThrow']>>;

export const moveFacts = (ctx: CompanyContext, row: WorklogRow, move: LaterMove) => ({
  status: row.status,
  workerId: row.workerId,
  enteredBy: row.enteredBy,
  day: row.day,
  version: row.version,
  actorId: ctx.person.id,
  isPermitted: canAccessWorklog(ctx, moves[move].can, row),
  lockedUntil: ctx.company.lockedUntil,
});

/** Whether the caller may access the worklog with `action`, by their role or as a stand-in. */
export const canAccessWorklog = (ctx: CompanyContext, action: Action, row: WorklogRow): boolean =>
  canAccessByRole(ctx, action, row) || findDelegator(ctx, action, row) !== undefined;

/** On whose behalf a decision is made; null if the caller's own role permits it. */
export const actsOnBehalfOf = (ctx: CompanyContext, row: WorklogRow): string | null =>
  canAccessByRole(ctx, 'worklogs.decide', row)
    ? null
    : (findDelegator(ctx, 'worklogs.decide', row)?.approverId ?? null);

const findDelegator = (ctx: CompanyContext, action: Action, row: WorklogRow) =>
  delegatorsOf(ctx, action).find((grant) => reachesOnBehalfOf(grant, row));

const canAccessByRole = (ctx: CompanyContext, action: Action, row: WorklogRow): boolean =>
  includesWorklog(scopeOf(ctx.company, action), { ...row, personId: ctx.person.id });

const actionOf = (ctx: CompanyContext, row: WorklogRow, move: LaterMove): true | ReasonCode =>
  moveRefusal(move, moveFacts(ctx, row, move))?.code ?? true;

/** `overlapping`: use overlapping.ts for complete responses. */
export function toWorklog(
  ctx: CompanyContext,
  row: WorklogRow,
  overlapping: z.input<typeof worklogSchema>['overlapping'] = [],
): z.input<typeof worklogSchema> {
  const {
    amountMinor,
    currency,
    allowsOverlap: _allowsOverlap,
    reviewerId: _reviewerId,
    enteredBy: _enteredBy,
    managedBy: _managedBy,
    ...shown
  } = row;
  return {
    ...shown,
    status: shownStatus(row.status),
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    expense: amountMinor === null ? null : { amountMinor, currency },
    overlapping,
    submittedAt: row.submittedAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    actions: recordOf(laterMoves, (move) => actionOf(ctx, row, move)),
  };
}

/** Deleted worklogs are never visible, so they cannot occur here. */
function shownStatus(status: WorklogState) {
  if (status === 'deleted') throw new Error('A deleted worklog was selected.');
  return status;
}
