// The tags that a worklog names: known ones in whatever case they are written, and new ones.

import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { CompanyContext } from '../request/context.ts';

/**
 * The ids for the names, without repetitions. A new tag locks the row of the company (migration 0069), so this comes before every other
 * lock. Undefined stays undefined: a field that is not given.
 */
export async function tagIdsOf<Names extends readonly string[] | undefined>(
  ctx: CompanyContext,
  names: Names,
): Promise<string[] | Exclude<Names, readonly string[]>>;
export async function tagIdsOf(ctx: CompanyContext, names: readonly string[] | undefined) {
  if (names === undefined || names.length === 0) return names;
  const known = await findTagIds(ctx, names);
  if (known.length === new Set(names.map((name) => name.toLowerCase())).size) return known;
  // Sorted, so that two requests that create the same tags wait for each other instead of deadlocking.
  const values = names.toSorted().map((name) => ({ companyId: ctx.company.id, id: newId(), name }));
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('tags')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows && !ctx.company.hasTags) ctx.publishChange(ctx.company.id, 'companies');
  return findTagIds(ctx, names);
}

/** Of those that exist. */
export async function findTagIds({ db, company }: CompanyContext, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('tags')
    .where('companyId', '=', company.id)
    .where(sql<boolean>`lower(name) = any(array(select lower(typed) from unnest(${[...names]}::text[]) typed))`)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
