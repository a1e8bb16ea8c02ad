// The worklog endpoints: lists with totals, one worklog with its history, and the worker's moves.
// Deciding is in decide.ts. Every write is guarded by status and version in the UPDATE itself.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { decisionEndpoints } from '#contract/decisions.ts';
import type { worklogTagEndpoints } from '#contract/worklog-tags.ts';
import type { worklogEndpoints } from '#contract/worklogs.ts';
import { recordOf } from '#domain/record-of.ts';
import { changedFields } from '#domain/worklog-fields.ts';
import { dismissRefusal, type Move, moveRefusal, moves, staleVersionRefusal } from '#domain/worklogs.ts';
import { anyOf, inOrder, prepared } from '../db/transact.ts';
import { attachReceipts, listReceipts, receiptChanges, removeReceipts } from '../receipts/rows.ts';
import { totalsOf } from '../reports/sums.ts';
import { matchesFilter } from '../reports/worklog-filter.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { paginate, type SortKey } from '../request/paging.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound, refused } from '../request/refused.ts';
import { tagIdsOf } from '../tags/find-or-create.ts';
import { setTags } from '../tags/of-worklogs.ts';
import { changeTags } from './change-tags.ts';
import { lockFactsToLog, lockWorkerAndFacts } from './conflicts.ts';
import { listDecidableWorklogs } from './decidable.ts';
import { decideWorklogs } from './decide.ts';
import { lockTask, readEntry } from './entry.ts';
import { changesBetween, listHistory, recordEvents, shownTags } from './history.ts';
import { toWorklogs } from './overlapping.ts';
import { findAmended, findSubmission, repeatSubmission, tagsOfSubmission } from './repeated.ts';
import { getWorklogRow, lockWorklogs, moveFacts, selectWorklogs, type WorklogRow } from './rows.ts';
import { checkOverlap, entryColumns, publishWorklogs, rethrowConflict, submitEntry } from './submit.ts';

export const worklogHandlers: Handlers<
  typeof worklogEndpoints & typeof decisionEndpoints & typeof worklogTagEndpoints
> = {
  async listWorklogs(ctx, input) {
    const { sort, access, page: _, pageSize: __, cursor: ___, ...filter } = input;
    const action = access === 'decide' ? 'worklogs.decide' : 'worklogs.read';
    const paging = paginate(ctx, input, { name: 'worklogs', keys: worklogKeys[sort] });
    // Reads the ids of the page first; otherwise all columns would be computed for rows of earlier pages too.
    const [totals, ahead] = await Promise.all([
      totalsOf(ctx, { action, filter }),
      ctx.db
        .selectFrom('worklogs as w')
        .select('w.id')
        .where(visibleWorklogs(ctx, action))
        .where(matchesFilter(ctx.company, filter))
        .$call(paging.select)
        .execute(),
    ]);
    const { rows: onPage, place } = paging.cut(ahead);
    const ids = onPage.map(({ id }) => id);
    // Visibility is checked again, because a worklog may have changed since the previous statement.
    const rows = await prepared(
      ctx.db,
      selectWorklogs(ctx)
        .where(visibleWorklogs(ctx, action))
        .where(sql<boolean>`w.id = ${anyOf(ids)}`)
        .orderBy(paging.order),
    );
    return { worklogs: await toWorklogs(ctx, rows), totals, ...place };
  },

  async getWorklog(ctx, { worklogId }) {
    // Nothing else is read of an inaccessible worklog, so that it takes the same statements as an unknown id.
    const row = await getWorklogRow(ctx, worklogId, 'worklogs.read');
    const [worklog, receipts, history] = await Promise.all([
      respondWith(ctx, row),
      listReceipts(ctx, worklogId),
      listHistory(ctx, worklogId),
    ]);
    return { worklog, receipts, history };
  },

  async submitWorklog(ctx, { companyId: _, id, ...typed }) {
    const tagIds = await tagsOfSubmission(ctx, id, typed);
    const [locked, task, known] = await inOrder([
      lockWorkerAndFacts(ctx),
      lockTask(ctx, typed.taskId, ctx.person.id),
      id ? findSubmission(ctx, id) : null,
    ]);
    if (known) return respondWith(locked, await repeatSubmission(locked, known, typed));
    const row = await submitEntry(locked, { typed, task, workerId: ctx.person.id, tagIds, id });
    publishWorklogs(locked);
    return respondWith(locked, row);
  },

  async amendWorklog(ctx, { companyId: _, worklogId, version, ...typed }) {
    const amended = { worklogId, version };
    // What is repeated creates no tags: those that it named may have been renamed since.
    const isRepeated = typed.tags !== undefined && (await findAmended(ctx, amended, typed)) !== null;
    const tagIds = isRepeated ? undefined : await tagIdsOf(ctx, typed.tags);
    // Read without a lock: if the task has changed by the time of the lock, so has the version.
    const taskId = typed.taskId ?? (await getWorklogRow(ctx, worklogId, 'worklogs.submit')).taskId;
    const [locked, task] = await inOrder([lockWorkerAndFacts(ctx), lockTask(ctx, taskId, ctx.person.id)]);
    const repeated = await findAmended(locked, amended, typed);
    if (repeated) return respondWith(locked, repeated);
    const before = await getMovable(locked, worklogId, 'amend', version);
    const receiptsBefore = await listReceipts(locked, worklogId);
    const entryInput = { typed, taskId, task, workerId: ctx.person.id, amending: before };
    const entry = await readEntry(locked, entryInput);
    const allowsOverlap = await checkOverlap(locked, entryInput, entry);
    await updateGuarded(locked, before, 'amend', {
      ...entryColumns(entry),
      allowsOverlap,
      submittedAt: locked.now,
      reviewerId: null,
      reviewedFor: null,
      reviewedAt: null,
      reviewNotes: null,
    });
    if (typed.receiptIds) await attachReceipts(locked, worklogId, typed.receiptIds);
    if (tagIds) await setTags(locked, worklogId, tagIds);
    const after = await getWorklogRow(locked, worklogId, 'worklogs.submit');
    const changes = {
      ...changesBetween(shownFields(before), shownFields(after)),
      ...receiptChanges(receiptsBefore, await listReceipts(locked, worklogId)),
    };
    await recordEvents(locked, [{ worklogId, move: 'amend', version: after.version, notes: null, changes }]);
    publishWorklogs(locked);
    return respondWith(locked, after);
  },

  async withdrawWorklog(ctx, { worklogId, version }) {
    const locked = await lockFactsToLog(ctx);
    const before = await getMovable(locked, worklogId, 'withdraw', version);
    await updateGuarded(locked, before, 'withdraw', {});
    await removeReceipts(locked, worklogId, []);
    if (before.tags.length > 0) await setTags(locked, worklogId, []);
    await recordEvents(locked, [
      { worklogId, move: 'withdraw', version: before.version + 1, notes: null, changes: {} },
    ]);
    publishWorklogs(locked);
    return null;
  },

  dismissWorklog,

  listDecidableWorklogs,

  decideWorklogs,

  changeTags,
};

/** Expenses and worklogs without times come after those with times of the day. */
const worklogKeys = {
  newest: [
    { by: sql`w.day`, type: 'date', direction: 'desc' },
    { by: sql`w.starts_at`, type: 'timestamptz', direction: 'desc', nulls: 'last' },
    { by: sql`w.id`, type: 'uuid', direction: 'desc' },
  ],
  oldest: [
    { by: sql`w.day`, type: 'date', direction: 'asc' },
    { by: sql`w.starts_at`, type: 'timestamptz', direction: 'asc', nulls: 'last' },
    { by: sql`w.id`, type: 'uuid', direction: 'asc' },
  ],
  submitted: [
    { by: sql`w.submitted_at`, type: 'timestamptz', direction: 'asc' },
    { by: sql`w.id`, type: 'uuid', direction: 'asc' },
  ],
} as const satisfies Record<string, readonly SortKey[]>;

async function respondWith(ctx: CompanyContext, row: WorklogRow) {
  const [worklog] = await toWorklogs(ctx, [row]);
  return ensureFound(worklog, 'worklog.missing');
}

/** Locks the worklog; refuses if the move is not allowed or the version is not the one the caller saw. */
async function getMovable(
  ctx: CompanyContext,
  worklogId: string,
  move: 'amend' | 'withdraw',
  version: number,
): Promise<WorklogRow> {
  await getWorklogRow(ctx, worklogId, moves[move].can);
  const [, row] = await inOrder([lockWorklogs(ctx, [worklogId]), getWorklogRow(ctx, worklogId, moves[move].can)]);
  ensureAllowed(moveRefusal(move, moveFacts(ctx, row, move)));
  ensureAllowed(staleVersionRefusal(version, row.version));
  return row;
}

type Columns = Partial<ReturnType<typeof entryColumns>> & {
  allowsOverlap?: boolean;
  submittedAt?: Date;
  reviewerId?: null;
  reviewedFor?: null;
  reviewedAt?: null;
  reviewNotes?: null;
};

async function updateGuarded(ctx: CompanyContext, before: WorklogRow, move: Move, columns: Columns): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('worklogs')
    .set({ ...columns, status: moves[move].to, version: before.version + 1 })
    .where('companyId', '=', ctx.company.id)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .where('status', 'in', [...moves[move].from])
    .executeTakeFirst()
    .catch(rethrowConflict);
  if (numUpdatedRows !== 1n) throw refused('worklog.changed-since-seen');
}

/** The fields whose changes the history lists. */
const shownFields = (row: WorklogRow) => ({
  clientName: row.clientName,
  projectName: row.projectName,
  taskName: row.taskName,
  tags: shownTags(row.tags),
  ...recordOf(changedFields, (name) => {
    const value = name === 'minutes' && row.startsAt ? null : row[name];
    return value instanceof Date ? value.toISOString() : typeof value === 'boolean' ? String(value) : value;
  }),
});

/** Removes a rejected worklog of a locked period from the worker's to-dos. Not a move: the worklog itself does not change. */
async function dismissWorklog(
  ctx: CompanyContext,
  { worklogId, version }: z.output<typeof worklogEndpoints.dismissWorklog.input>,
): Promise<null> {
  const locked = await lockFactsToLog(ctx);
  await lockWorklogs(locked, [worklogId]);
  const row = await getWorklogRow(locked, worklogId, 'worklogs.submit');
  ensureAllowed(staleVersionRefusal(version, row.version));
  ensureAllowed(dismissRefusal({ ...row, lockedUntil: locked.company.lockedUntil }));
  await locked.db
    .updateTable('worklogs')
    .set({ dismissedVersion: version })
    .where('companyId', '=', locked.company.id)
    .where('id', '=', worklogId)
    .execute();
  locked.publishChangeFor({ companyId: locked.company.id, userId: locked.person.id }, 'dashboard');
  return null;
}
