// The client that a project names: an existing one in whatever case it is written, or a new one.

import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { CompanyContext } from '../request/context.ts';

/**
 * A new client locks the row of the company (migration 0066), so this comes before every lock of a project. Undefined stays undefined:
 * a field that is not given.
 */
export async function clientIdOf<Name extends string | null | undefined>(
  ctx: CompanyContext,
  name: Name,
): Promise<string | Exclude<Name, string>>;
export async function clientIdOf(ctx: CompanyContext, name: string | null | undefined) {
  if (typeof name !== 'string') return name;
  const known = await selectClient(ctx, name).executeTakeFirst();
  if (known) return known.id;
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('clients')
    .values({ companyId: ctx.company.id, id: newId(), name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) ctx.publishChange(ctx.company.id, 'companies');
  const { id } = await selectClient(ctx, name).executeTakeFirstOrThrow();
  return id;
}

const selectClient = ({ db, company }: CompanyContext, name: string) =>
  db
    .selectFrom('clients')
    .where('companyId', '=', company.id)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .select('id');
