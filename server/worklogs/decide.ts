// Deciding worklogs: approve, reject, reopen; one or many, each checked and answered separately.
// Rows are locked in the order of their ids, so that concurrent decisions wait for each other instead of deadlocking.
// A decision names the version that was seen; a worklog that has changed since is not decided.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { decisionEndpoints } from '#contract/decisions.ts';
import type { ConflictingWorklog } from '#contract/worklogs.ts';
import type { Action } from '#domain/permissions.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import type { Locale } from '#domain/settings.ts';
import { isVisible } from '#domain/text.ts';
import {
  type Decision,
  mayStillUndo,
  moveRefusal,
  moves,
  overlaps,
  restoresTime,
  staleVersionRefusal,
} from '#domain/worklogs.ts';
import { anyOf, inOrder, prepared } from '../db/transact.ts';
import { visibleWorklogs } from '../request/access.ts';
import { lockCompanyFacts } from '../request/company-facts.ts';
import type { CompanyContext } from '../request/context.ts';
import { sentenceOf } from '../request/problem.ts';
import { refused } from '../request/refused.ts';
import { findConflicts, lockWorker, shownConflicts } from './conflicts.ts';
import { recountRefusal } from './day.ts';
import { intervalOf } from './free-time.ts';
import { recordEvents } from './history.ts';
import { toWorklogs } from './overlapping.ts';
import { actsOnBehalfOf, lockWorklogs, moveFacts, selectWorklogs, type WorklogRow } from './rows.ts';
import { publishWorklogs, rethrowConflict } from './submit.ts';

type Input = z.output<typeof decisionEndpoints.decideWorklogs.input>;
type Output = z.input<typeof decisionEndpoints.decideWorklogs.output>;
type Seen = Input['worklogs'][number];

export async function decideWorklogs(ctx: CompanyContext, input: Input): Promise<Output> {
  const { decision, notes, worklogs } = input;
  const given = isVisible(notes) ? notes.trim() : '';
  const isUndo = input.isUndo && decision === 'reopen' && given === '';
  if (moves[decision].notes === 'required' && given === '' && !isUndo)
    throw refused('field.required', { path: 'notes' });
  const seen = new Map(worklogs.map((one) => [one.id, one]));
  const ids = [...seen.keys()];
  const [locked, rows] = await lockRows(ctx, ids, decision);
  const refusals = new Map<string, Refusal>();
  const conflicts = new Map<string, ConflictingWorklog[]>();
  const accepted: WorklogRow[] = [];
  for (const one of seen.values()) {
    const row = rows.get(one.id);
    const ruleRefusal = check(locked, decision, one, row) ?? (isUndo ? undoRefusal(locked, row) : null);
    const conflicting = ruleRefusal ? [] : await findReopenConflicts(locked, decision, row, accepted);
    if (conflicting.length > 0) conflicts.set(one.id, shownConflicts(locked, conflicting));
    const taken = conflicting.length > 0 ? refuse('worklog.conflict') : null;
    const reason = ruleRefusal ?? taken ?? (await recountRefusal(locked, decision, row, accepted));
    if (reason) refusals.set(one.id, reason);
    else if (row) accepted.push(row);
  }
  const [, rowsAfter] = await inOrder([
    writeAll(locked, { decision, notes: given === '' ? null : given }, accepted),
    listRows(locked, 'worklogs.read', ids),
  ]);
  if (accepted.length > 0) publishWorklogs(locked);
  const after = new Map((await toWorklogs(locked, rowsAfter)).map((worklog) => [worklog.id, worklog]));
  const resultOf = (id: string) => ({
    id,
    ...reasonOf(refusals.get(id), locked.locale),
    worklog: after.get(id) ?? null,
    conflicts: conflicts.get(id) ?? [],
  });
  return { results: ids.map(resultOf) };
}

const reasonOf = (refusal: Refusal | undefined, locale: Locale) => ({
  code: refusal?.code ?? null,
  message: refusal ? sentenceOf(refusal, locale) : null,
});

/** Only the decider can revert a decision without notes, and only soon. */
function undoRefusal(ctx: CompanyContext, row: WorklogRow | undefined): Refusal | null {
  const decidedAt = row?.reviewerId === ctx.person.id ? row.reviewedAt : null;
  return decidedAt && mayStillUndo(decidedAt, ctx.now) ? null : refuse('worklog.notes-required', { path: 'notes' });
}

/** Locks company facts and rows, then reads the rows that were accessible before as well as now; others are not locked. */
async function lockRows(ctx: CompanyContext, ids: readonly string[], decision: Decision) {
  const [locked, accessible] = await inOrder([lockCompanyFacts(ctx), listAccessible(ctx, ids)]);
  const accessibleIds = accessible.map(({ id }) => id);
  const [, rows] = await inOrder([
    lock(locked, decision, accessible),
    listRows(locked, 'worklogs.decide', accessibleIds),
  ]);
  return [locked, new Map(rows.map((row) => [row.id, row]))] as const;
}

/** Only accessible worklogs are locked. */
const listAccessible = (ctx: CompanyContext, ids: readonly string[]) =>
  prepared(
    ctx.db,
    ctx.db
      .selectFrom('worklogs as w')
      .where(visibleWorklogs(ctx, 'worklogs.decide'))
      .where(sql<boolean>`w.id = ${anyOf(ids)}`)
      .select(['w.id', 'w.workerId'])
      .orderBy('w.workerId'),
  );

type Accessible = Awaited<ReturnType<typeof listAccessible>>;

/** Workers first, then worklogs, both in the order of their ids, as in every write. */
async function lock(ctx: CompanyContext, decision: Decision, accessible: Accessible): Promise<void> {
  const workerIds = restoresTime(decision, 'rejected') ? new Set(accessible.map(({ workerId }) => workerId)) : [];
  const worklogIds = accessible.map(({ id }) => id);
  await inOrder([...[...workerIds].map((id) => lockWorker(ctx, id)), lockWorklogs(ctx, worklogIds)]);
}

const listRows = (ctx: CompanyContext, action: Action, ids: readonly string[]): Promise<WorklogRow[]> =>
  prepared(
    ctx.db,
    selectWorklogs(ctx)
      .where(visibleWorklogs(ctx, action))
      .where(sql<boolean>`w.id = ${anyOf(ids)}`),
  );

function check(ctx: CompanyContext, decision: Decision, seen: Seen, row: WorklogRow | undefined): Refusal | null {
  if (!row) return refuse('worklog.missing');
  return moveRefusal(decision, moveFacts(ctx, row, decision)) ?? staleVersionRefusal(seen.version, row.version);
}

/**
 * A rejected worklog does not occupy its time; reopening occupies it again. Meanwhile it may overlap another worklog, perhaps one
 * that the decider may not see, or one reopened in the same request. Under the policy `flag` two may overlap if the worker
 * confirmed one of them.
 */
async function findReopenConflicts(
  ctx: CompanyContext,
  decision: Decision,
  row: WorklogRow | undefined,
  accepted: readonly WorklogRow[],
): Promise<WorklogRow[]> {
  if (!row || !restoresTime(decision, row.status)) return [];
  const others = [
    ...accepted.filter((other) => isSameTime(row, other)),
    ...(await findConflicts(ctx, { ...row, except: row.id })),
  ];
  const isFlagged = ctx.company.overlaps === 'flag';
  return others.filter((other) => !(isFlagged && (row.allowsOverlap || other.allowsOverlap)));
}

function isSameTime(one: WorklogRow, other: WorklogRow): boolean {
  const [[a], [b]] = [intervalOf(one), intervalOf(other)];
  return a !== undefined && b !== undefined && one.workerId === other.workerId && overlaps(a, b);
}

type DecisionFields = { decision: Decision; notes: string | null };

/** One update for each person on whose behalf worklogs are decided. */
async function writeAll(ctx: CompanyContext, fields: DecisionFields, rows: readonly WorklogRow[]): Promise<void> {
  const together = Map.groupBy(rows, (row) => actsOnBehalfOf(ctx, row));
  await inOrder([...together].map(([onBehalfOf, some]) => write(ctx, { ...fields, onBehalfOf }, some)));
}

async function write(
  ctx: CompanyContext,
  { decision, notes, onBehalfOf }: DecisionFields & { onBehalfOf: string | null },
  rows: readonly WorklogRow[],
): Promise<void> {
  const isReview = moves[decision].to !== 'pending';
  const ids = rows.map(({ id }) => id);
  const update = ctx.db
    .updateTable('worklogs')
    .set({
      status: moves[decision].to,
      version: sql`version + 1`,
      reviewerId: isReview ? ctx.person.id : null,
      reviewedFor: isReview ? onBehalfOf : null,
      reviewedAt: isReview ? ctx.now : null,
      reviewNotes: notes,
    })
    .where('companyId', '=', ctx.company.id)
    .where(sql<boolean>`id = ${anyOf(ids)}`)
    .where('status', 'in', [...moves[decision].from])
    .returning('id');
  const events = rows.map(({ id, version }) => ({
    worklogId: id,
    move: decision,
    version: version + 1,
    notes,
    changes: {},
    onBehalfOf,
  }));
  const [updated] = await inOrder([prepared(ctx.db, update).catch(rethrowConflict), recordEvents(ctx, events)]);
  if (updated.length !== rows.length) throw refused('worklog.changed-since-seen');
}
