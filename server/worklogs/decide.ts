// Deciding: approve, reject, reopen; one or many, each judged on its own and answered on its own.
// Rows are locked in the order of their ids, so that two deciders of the same worklogs queue up instead of deadlocking.
// A decision names the version that was looked at; a worklog that changed since is not decided.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { ConflictingWorklog, worklogEndpoints } from '#contract/worklogs.ts';
import type { Action } from '#domain/permissions.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { type Decision, moves, overlaps, refusal, staleRefusal } from '#domain/worklogs.ts';
import { anyOf, prepared } from '../db/transact.ts';
import { sentenceOf } from '../http/problem.ts';
import { visibleWorklogs } from '../request/access.ts';
import { holdCompanyFacts } from '../request/company-facts.ts';
import type { CompanyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { findInTheWay, lockWorker, shownConflicts } from './conflicts.ts';
import { recountRefusal } from './day.ts';
import { intervalOf } from './free-time.ts';
import { recordEvents } from './history.ts';
import { toWorklogs } from './overlapping.ts';
import { inWhosePlace, lockWorklogs, moveFacts, selectWorklogs, type WorklogRow } from './rows.ts';
import { announce, asConflict } from './submit.ts';

type Input = z.output<typeof worklogEndpoints.decideWorklogs.input>;
type Output = z.input<typeof worklogEndpoints.decideWorklogs.output>;
type Seen = Input['worklogs'][number];

export async function decideWorklogs(asked: CompanyContext, input: Input): Promise<Output> {
  const { decision, notes, worklogs } = input;
  const given = notes.trim();
  const isUndo = input.isUndo && decision === 'reopen' && given === '';
  if (moves[decision].notes === 'required' && given === '' && !isUndo)
    throw refused('field.required', { path: 'notes' });
  const seen = new Map(worklogs.map((one) => [one.id, one]));
  const ids = [...seen.keys()];
  const [ctx, rows] = await holdRows(asked, ids, decision);
  const refusals = new Map<string, Refusal>();
  const conflicts = new Map<string, ConflictingWorklog[]>();
  const accepted: WorklogRow[] = [];
  for (const one of seen.values()) {
    const row = rows.get(one.id);
    const judged = judge(ctx, decision, one, row) ?? (isUndo ? undoRefusal(ctx, row) : null);
    const inTheWay = judged ? [] : await findTaken(ctx, decision, row, accepted);
    if (inTheWay.length > 0) conflicts.set(one.id, shownConflicts(ctx, inTheWay));
    const taken = inTheWay.length > 0 ? refuse('worklog.conflict') : null;
    const reason = judged ?? taken ?? (await recountRefusal(ctx, decision, row, accepted));
    if (reason) refusals.set(one.id, reason);
    else if (row) accepted.push(row);
  }
  const [, rowsAfter] = await Promise.all([
    writeAll(ctx, { decision, notes: given === '' ? null : given }, accepted),
    listRows(ctx, 'worklogs.read', ids),
  ]);
  if (accepted.length > 0) announce(ctx);
  const after = new Map((await toWorklogs(ctx, rowsAfter)).map((worklog) => [worklog.id, worklog]));
  return {
    results: ids.map((id) => {
      const reason = refusals.get(id);
      return {
        id,
        code: reason?.code ?? null,
        message: reason ? sentenceOf(reason, ctx.locale) : null,
        worklog: after.get(id) ?? null,
        conflicts: conflicts.get(id) ?? [],
      };
    }),
  };
}

/** Without a reason only one's own decision is taken back; for another's it is required. */
const undoRefusal = (ctx: CompanyContext, row: WorklogRow | undefined): Refusal | null =>
  row?.reviewerId === ctx.person.id ? null : refuse('worklog.notes-required', { path: 'notes' });

/** By the facts as they stay until the commit: what got into reach only meanwhile is not there yet, for it is not locked. */
async function holdRows(asked: CompanyContext, ids: readonly string[], decision: Decision) {
  const [ctx, reached] = await Promise.all([holdCompanyFacts(asked), listReached(asked, ids)]);
  const reachedIds = reached.map(({ id }) => id);
  const [, rows] = await Promise.all([lock(ctx, decision, reached), listRows(ctx, 'worklogs.decide', reachedIds)]);
  return [ctx, new Map(rows.map((row) => [row.id, row]))] as const;
}

/** Only what is within reach is locked. */
const listReached = (ctx: CompanyContext, ids: readonly string[]) =>
  prepared(
    ctx.db,
    ctx.db
      .selectFrom('worklogs as w')
      .where(visibleWorklogs(ctx, 'worklogs.decide'))
      .where(sql<boolean>`w.id = ${anyOf(ids)}`)
      .select(['w.id', 'w.workerId'])
      .orderBy('w.workerId'),
  );

type Reached = Awaited<ReturnType<typeof listReached>>;

/** Workers first, then worklogs, both in the order of their ids: the order every writer takes. */
async function lock(ctx: CompanyContext, decision: Decision, reached: Reached): Promise<void> {
  const workerIds = decision === 'reopen' ? new Set(reached.map(({ workerId }) => workerId)) : [];
  const worklogIds = reached.map(({ id }) => id);
  await Promise.all([...[...workerIds].map((id) => lockWorker(ctx, id)), lockWorklogs(ctx, worklogIds)]);
}

const listRows = (ctx: CompanyContext, action: Action, ids: readonly string[]): Promise<WorklogRow[]> =>
  prepared(
    ctx.db,
    selectWorklogs(ctx)
      .where(visibleWorklogs(ctx, action))
      .where(sql<boolean>`w.id = ${anyOf(ids)}`),
  );

function judge(ctx: CompanyContext, decision: Decision, seen: Seen, row: WorklogRow | undefined): Refusal | null {
  if (!row) return refuse('worklog.missing');
  return refusal(decision, moveFacts(ctx, row, decision)) ?? staleRefusal(seen.version, row.version);
}

/**
 * A rejected worklog left its time free; reopening takes that time again. It may be taken by then, perhaps by a worklog that
 * the decider may not see, or by one reopened in the same breath. Under the policy `flag` two may stand beside each other
 * when the worker confirmed one of them.
 */
async function findTaken(
  ctx: CompanyContext,
  decision: Decision,
  row: WorklogRow | undefined,
  accepted: readonly WorklogRow[],
): Promise<WorklogRow[]> {
  if (decision !== 'reopen' || row?.status !== 'rejected') return [];
  const others = [
    ...accepted.filter((other) => isSameTime(row, other)),
    ...(await findInTheWay(ctx, { ...row, except: row.id })),
  ];
  const isFlagged = ctx.company.overlaps === 'flag';
  return others.filter((other) => !(isFlagged && (row.allowsOverlap || other.allowsOverlap)));
}

function isSameTime(one: WorklogRow, other: WorklogRow): boolean {
  const [[a], [b]] = [intervalOf(one), intervalOf(other)];
  return a !== undefined && b !== undefined && one.workerId === other.workerId && overlaps(a, b);
}

type Verdict = { decision: Decision; notes: string | null };

/** Apart for each in whose place is decided: the rows differ by that. */
async function writeAll(ctx: CompanyContext, verdict: Verdict, rows: readonly WorklogRow[]): Promise<void> {
  const together = Map.groupBy(rows, (row) => inWhosePlace(ctx, row));
  await Promise.all([...together].map(([onBehalfOf, some]) => write(ctx, { ...verdict, onBehalfOf }, some)));
}

async function write(
  ctx: CompanyContext,
  { decision, notes, onBehalfOf }: Verdict & { onBehalfOf: string | null },
  rows: readonly WorklogRow[],
): Promise<void> {
  const isVerdict = decision !== 'reopen';
  const ids = rows.map(({ id }) => id);
  const update = ctx.db
    .updateTable('worklogs')
    .set({
      status: moves[decision].to,
      version: sql`version + 1`,
      reviewerId: isVerdict ? ctx.person.id : null,
      reviewedFor: isVerdict ? onBehalfOf : null,
      reviewedAt: isVerdict ? ctx.now : null,
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
  const [updated] = await Promise.all([prepared(ctx.db, update).catch(asConflict), recordEvents(ctx, events)]);
  if (updated.length !== rows.length) throw refused('worklog.changed-since-seen');
}
