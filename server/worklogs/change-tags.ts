// Adds tags to own pending worklogs and removes tags from them, all in the same statements. Each changed worklog is amended: it has a new
// version and an event. One that already has all of it stays as it is.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { worklogTagEndpoints } from '#contract/worklog-tags.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { tagCountRefusal } from '#domain/tags.ts';
import { moveRefusal, staleVersionRefusal } from '#domain/worklogs.ts';
import { anyOf, inOrder, prepared } from '../db/transact.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { sentenceOf } from '../request/problem.ts';
import { refused } from '../request/refused.ts';
import { findTagIds, tagIdsOf } from '../tags/find-or-create.ts';
import { addTags, removeTags } from '../tags/of-worklogs.ts';
import { lockWorkerAndFacts } from './conflicts.ts';
import { changesBetween, recordEvents, shownTags } from './history.ts';
import { toWorklogs } from './overlapping.ts';
import { lockWorklogs, moveFacts, selectWorklogs, type WorklogRow } from './rows.ts';
import { publishWorklogs } from './submit.ts';

type Input = z.output<typeof worklogTagEndpoints.changeTags.input>;
type Output = z.input<typeof worklogTagEndpoints.changeTags.output>;

export async function changeTags(ctx: CompanyContext, { worklogs, add, remove }: Input): Promise<Output> {
  const added = await tagIdsOf(ctx, add);
  const locked = await lockWorkerAndFacts(ctx);
  const seen = new Map(worklogs.map((one) => [one.id, one]));
  const ids = [...seen.keys()];
  const own = (await listOwn(locked, ids)).map(({ id }) => id);
  const [, rows] = await inOrder([lockWorklogs(locked, own), listOwn(locked, own)]);
  const before = new Map(rows.map((row) => [row.id, row]));
  const refusals = new Map<string, Refusal>();
  const changing: WorklogRow[] = [];
  for (const { id, version } of seen.values()) {
    const row = before.get(id);
    const after = tagsAfter(row?.tags ?? [], { add, remove });
    const refusal = check(locked, row, version) ?? tagCountRefusal(after.size);
    if (refusal) refusals.set(id, refusal);
    else if (row && (after.size !== row.tags.length || row.tags.some((name) => !after.has(keyOf(name)))))
      changing.push(row);
  }
  if (changing.length > 0) await write(locked, changing, { added, removed: await findTagIds(locked, remove) });
  const after = new Map((await toWorklogs(locked, await listOwn(locked, own))).map((one) => [one.id, one]));
  const resultOf = (id: string) => ({
    id,
    ...reasonOf(locked, refusals.get(id)),
    worklog: after.get(id) ?? null,
  });
  return { results: ids.map(resultOf) };
}

function check(ctx: CompanyContext, row: WorklogRow | undefined, version: number): Refusal | null {
  if (!row) return refuse('worklog.missing');
  if (row.status !== 'pending') return refuse('worklog.not-pending');
  return moveRefusal('amend', moveFacts(ctx, row, 'amend')) ?? staleVersionRefusal(version, row.version);
}

/** A tag that is both added and removed is added. */
function tagsAfter(tags: readonly string[], { add, remove }: Pick<Input, 'add' | 'remove'>): ReadonlySet<string> {
  const removed = new Set(remove.map(keyOf));
  return new Set([...tags.map(keyOf).filter((key) => !removed.has(key)), ...add.map(keyOf)]);
}

const keyOf = (name: string): string => name.toLowerCase();

async function write(
  ctx: CompanyContext,
  rows: readonly WorklogRow[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const update = ctx.db
    .updateTable('worklogs')
    .set({ version: sql`version + 1`, submittedAt: ctx.now })
    .where('companyId', '=', ctx.company.id)
    .where(sql<boolean>`id = ${anyOf(ids)}`)
    .where('status', '=', 'pending')
    .returning('id');
  const [, , updated, after] = await inOrder([
    removed.length > 0 ? removeTags(ctx, ids, removed) : null,
    added.length > 0 ? addTags(ctx, ids, added) : null,
    prepared(ctx.db, update),
    listOwn(ctx, ids),
  ]);
  if (updated.length !== rows.length) throw refused('worklog.changed-since-seen');
  const before = new Map(rows.map((row) => [row.id, row]));
  await recordEvents(
    ctx,
    after.map(({ id, version, tags }) => ({
      worklogId: id,
      move: 'amend',
      version,
      notes: null,
      changes: changesBetween({ tags: shownTags(before.get(id)?.tags ?? []) }, { tags: shownTags(tags) }),
    })),
  );
  publishWorklogs(ctx);
}

const listOwn = (ctx: CompanyContext, ids: readonly string[]): Promise<WorklogRow[]> =>
  prepared(
    ctx.db,
    selectWorklogs(ctx)
      .where(visibleWorklogs(ctx, 'worklogs.submit'))
      .where(sql<boolean>`w.id = ${anyOf(ids)}`),
  );

const reasonOf = ({ locale }: CompanyContext, refusal: Refusal | undefined) => ({
  code: refusal?.code ?? null,
  message: refusal ? sentenceOf(refusal, locale) : null,
});
