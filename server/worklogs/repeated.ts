// A worklog that is submitted or amended again, perhaps a week later and after the response was lost. An idempotency key is forgotten
// after two days; the id that its author generated and the version that was amended are permanent: the history says what was sent.

import { type WorklogEvent, worklogEvent } from '#contract/worklog-events.ts';
import { tagList } from '#domain/tag-lists.ts';
import { mapTexts } from '#domain/worklog-fields.ts';
import type { CompanyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { tagIdsOf } from '../tags/find-or-create.ts';
import { readAmount, readTimes, type TypedChange, type TypedEntry } from './entry.ts';
import { getWorklogRow, type WorklogRow } from './rows.ts';

export type KnownSubmission = { worklogId: string; authorId: string; values: WorklogEvent['values'] };

/** By anybody, deleted ones included. Read under the lock of the caller, so that two equal requests follow each other. */
export async function findSubmission(ctx: CompanyContext, worklogId: string): Promise<KnownSubmission | null> {
  const row = await ctx.db
    .selectFrom('worklogs as w')
    .innerJoin('worklogEvents as e', (join) =>
      join.onRef('e.companyId', '=', 'w.companyId').onRef('e.worklogId', '=', 'w.id').on('e.version', '=', 1),
    )
    .where('w.companyId', '=', ctx.company.id)
    .where('w.id', '=', worklogId)
    .select(['e.actorId as authorId', 'e.rowValues as values'])
    .executeTakeFirst();
  return row ? { worklogId, authorId: row.authorId, values: worklogEvent.shape.values.parse(row.values) } : null;
}

/** A repeated submission creates no tags: those that it named may have been renamed since. */
export async function tagsOfSubmission(ctx: CompanyContext, id: string | undefined, { tags }: TypedEntry) {
  const isKnown = id !== undefined && tags !== undefined && (await findSubmission(ctx, id)) !== null;
  return isKnown ? undefined : tagIdsOf(ctx, tags);
}

/** The worklog as it is now. An id of somebody else, or with other content, is refused alike. */
export async function repeatSubmission(
  ctx: CompanyContext,
  known: KnownSubmission,
  typed: TypedEntry,
): Promise<WorklogRow> {
  if (!isRepeated(ctx, known, typed)) throw refused('worklog.id-taken', { path: 'id' });
  return getWorklogRow(ctx, known.worklogId, 'worklogs.submit');
}

/** Whether the caller has submitted this before, with the same content. */
export const isRepeated = (
  { person }: CompanyContext,
  { authorId, values }: KnownSubmission,
  typed: TypedEntry,
): boolean => authorId === person.id && values !== null && isSameContent(typed, values);

/** What the caller amends again: the worklog as it is now. Null if this version was not amended, or otherwise. */
export async function findAmended(
  ctx: CompanyContext,
  { worklogId, version }: { worklogId: string; version: number },
  typed: TypedChange,
): Promise<WorklogRow | null> {
  const row = await getWorklogRow(ctx, worklogId, 'worklogs.submit');
  if (row.version <= version) return null;
  const event = await ctx.db
    .selectFrom('worklogEvents')
    .where('companyId', '=', ctx.company.id)
    .where('worklogId', '=', worklogId)
    .where('version', '=', version + 1)
    .where('move', '=', 'amend')
    .where('actorId', '=', ctx.person.id)
    .select('rowValues')
    .executeTakeFirst();
  const values = event ? worklogEvent.shape.values.parse(event.rowValues) : null;
  const { taskId } = typed;
  return values !== null && taskId !== undefined && isSameContent({ ...typed, taskId }, values) ? row : null;
}

/** Compares what both mean, so that another spelling of an amount, or another release of the client, makes no difference. */
function isSameContent(typed: TypedEntry, values: NonNullable<KnownSubmission['values']>): boolean {
  const zone = typed.zone ?? values.zone ?? '';
  const { startsAt, endsAt, minutes } = readTimes(typed, zone, { startsAt: null, endsAt: null, minutes: null });
  const read = {
    taskId: typed.taskId,
    zone,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    minutes: startsAt ? null : minutes,
    day: startsAt ? values.day : typed.day,
    amountMinor: readAmount(typed.amount, values.currency ?? '').minor,
    ...(typed.amount && typed.currency && values.currency ? { currency: typed.currency } : {}),
    receiptIds: typed.receiptIds ?? [],
    ...mapTexts((name) => typed[name] ?? ''),
  };
  const isSame = Object.entries(read).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify({ ...values }[name]),
  );
  return isSame && isSameBillable(typed, values) && tagKey(typed.tags) === tagKey(values.tags);
}

/** Who does not say whether it is billable means the default of the task at that time, which may have changed since. */
const isSameBillable = ({ isBillable }: TypedEntry, values: NonNullable<KnownSubmission['values']>): boolean =>
  isBillable === undefined || isBillable === (values.isBillable ?? true);

const tagKey = (names: readonly string[] = []): string =>
  tagList([...new Set(names.map((name) => name.toLowerCase()))].sort());
