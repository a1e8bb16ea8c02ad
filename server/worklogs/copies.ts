// Copying a day: each copy is submitted like a typed worklog, in its own savepoint, so that a refused one leaves nothing behind and
// does not stop the others. The worker stays locked throughout, which serialises concurrent copies.

import type { z } from 'zod';
import type { CopyResult, copyEndpoints } from '#contract/copies.ts';
import { conflictingWorklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import { copiedTimes, maxCopies } from '#domain/copies.ts';
import { toDecimal } from '#domain/money.ts';
import { mapTexts } from '#domain/worklog-fields.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { sentenceOf } from '../request/problem.ts';
import { RefusalError, refused } from '../request/refused.ts';
import { attempt } from '../request/savepoint.ts';
import { findTagIds } from '../tags/find-or-create.ts';
import { lockWorkerAndFacts } from './conflicts.ts';
import { lockTask, type TypedEntry } from './entry.ts';
import { selectWorklogs, toWorklog, type WorklogRow } from './rows.ts';
import { publishWorklogs, submitEntry } from './submit.ts';

type Copy = { source: WorklogRow; day: Day; confirmOverlap: boolean };
type Outcome = WorklogRow | RefusalError;

export const copyHandlers: Handlers<typeof copyEndpoints> = {
  async copyWorklogs(ctx, { fromDay, toDays, worklogIds, confirmOverlap }) {
    const locked = await lockWorkerAndFacts(ctx);
    const sources = await listSources(locked, fromDay, worklogIds);
    const days = [...new Set(toDays)].sort();
    const copies = days.flatMap((day) => sources.map((source) => ({ source, day, confirmOverlap })));
    if (copies.length > maxCopies)
      throw refused('worklog.too-many-copies', { path: 'toDays', params: { maximum: maxCopies } });
    const outcomes: Outcome[] = [];
    for (const copy of copies) outcomes.push(await writeCopy(locked, copy));
    if (outcomes.some((outcome) => !(outcome instanceof RefusalError))) publishWorklogs(locked);
    return { results: copies.map((copy, index) => resultOf(locked, copy, outcomes[index])) };
  },
};

/** The given worklogs, which must be the caller's and of that day; without ids, all timed worklogs that are not rejected. */
async function listSources(ctx: CompanyContext, day: Day, ids: string[] | undefined): Promise<WorklogRow[]> {
  const rows = await selectWorklogs(ctx)
    .where(visibleWorklogs(ctx, 'worklogs.submit'))
    .where('w.workerId', '=', ctx.person.id)
    .where('w.day', '=', day)
    .$if(ids !== undefined, (query) => query.where('w.id', 'in', ids ?? []))
    .$if(ids === undefined, (query) => query.where('w.kind', '=', 'timed').where('w.status', '<>', 'rejected'))
    .orderBy('w.startsAt')
    .orderBy('w.id')
    .limit(maxCopies + 1)
    .execute();
  if (ids !== undefined && rows.length < new Set(ids).size) throw refused('worklog.missing');
  return rows;
}

const writeCopy = (ctx: CompanyContext, copy: Copy): Promise<Outcome> =>
  attempt(ctx.db, async () => {
    const typed = typedCopy(copy);
    const workerId = ctx.person.id;
    const tagIds = await findTagIds(ctx, copy.source.tags);
    return submitEntry(ctx, { typed, task: await lockTask(ctx, typed.taskId, workerId), workerId, tagIds });
  });

function typedCopy({ source, day, confirmOverlap }: Copy): TypedEntry {
  const { taskId, zone, startsAt, endsAt, minutes, amountMinor, currency, kind, isBillable } = source;
  const shared = { taskId, isBillable, ...mapTexts((name) => source[name]), confirmOverlap };
  if (startsAt && endsAt) return { ...shared, ...copiedTimes({ day: source.day, startsAt, endsAt, zone }, day), zone };
  return {
    ...shared,
    day,
    ...(minutes === null ? {} : { minutes }),
    ...(kind === 'timed' || amountMinor === null ? {} : { amount: toDecimal(amountMinor, currency) }),
  };
}

function resultOf(
  ctx: CompanyContext,
  { source, day }: Copy,
  outcome: Outcome | undefined,
): z.input<typeof copyEndpoints.copyWorklogs.output>['results'][number] {
  const place = { worklogId: source.id, day };
  if (outcome && !(outcome instanceof RefusalError))
    return { ...place, code: null, message: null, conflicts: [], copy: toWorklog(ctx, outcome) };
  const [reason] = outcome?.refusals ?? [];
  if (!reason) throw refused('server.failed');
  const conflicts = conflictsIn(reason.extra?.conflicts);
  return { ...place, code: reason.code, message: sentenceOf(reason, ctx.locale), conflicts, copy: null };
}

const conflictsIn = (conflicts: unknown): CopyResult['conflicts'] =>
  Array.isArray(conflicts) ? conflicts.map((one) => conflictingWorklog.parse(one)) : [];
