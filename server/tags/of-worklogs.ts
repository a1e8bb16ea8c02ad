// Writes the tags of worklogs, whose rows the caller has locked or has just inserted.

import { sql } from 'kysely';
import { inOrder, prepared } from '../db/transact.ts';
import type { CompanyContext } from '../request/context.ts';

export async function addTags(
  { db, company }: CompanyContext,
  worklogIds: readonly string[],
  tagIds: readonly string[],
) {
  await prepared(
    db,
    sql`
      insert into worklog_tags (company_id, worklog_id, tag_id)
      select ${company.id}, w, t from unnest(${[...worklogIds]}::uuid[]) w, unnest(${[...tagIds]}::uuid[]) t
      on conflict do nothing`,
  );
}

export async function removeTags(
  { db, company }: CompanyContext,
  worklogIds: readonly string[],
  tagIds: readonly string[],
) {
  await prepared(
    db,
    sql`
      delete from worklog_tags
      where company_id = ${company.id} and worklog_id = any(${[...worklogIds]}::uuid[]) and tag_id = any(${[...tagIds]}::uuid[])`,
  );
}

/** The worklog has these tags and no others. */
export async function setTags(ctx: CompanyContext, worklogId: string, tagIds: readonly string[]): Promise<void> {
  const removed = prepared(
    ctx.db,
    sql`
      delete from worklog_tags
      where company_id = ${ctx.company.id} and worklog_id = ${worklogId} and tag_id <> all(${[...tagIds]}::uuid[])`,
  );
  await inOrder([removed, tagIds.length > 0 ? addTags(ctx, [worklogId], tagIds) : null]);
}
